/** What an invitation says of its table, in words. */

import type { Invitation } from '../api/types';

/** "45 minutes", "an hour", "2½ hours": nobody knows it more exactly. */
export function minutesInWords(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const halves = Math.round(minutes / 30);
  if (halves === 2) return 'an hour';
  return `${Math.floor(halves / 2)}${halves % 2 ? '½' : ''} hours`;
}

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
export const numberInWords = (n: number): string => NUMBERS[n] ?? String(n);

/** "two people and two bots": who plays at a table. */
export function companyInWords(seats: Pick<Invitation['seats'][number], 'kind'>[]): string {
  const bots = seats.filter(({ kind }) => kind === 'bot').length;
  const people = seats.length - bots;
  const words = `${numberInWords(people)} ${people === 1 ? 'person' : 'people'}`;
  return bots === 0 ? words : `${words} and ${numberInWords(bots)} bot${bots === 1 ? '' : 's'}`;
}

function secondsInWords(seconds: number): string {
  const sizes: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ];
  const fit = sizes.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, 'second'];
  const count = seconds / fit[0];
  return `${count} ${fit[1]}${count === 1 ? '' : 's'}`;
}

export function clockInWords(clock: Invitation['clock']): string {
  if (!clock) return 'none: take your time';
  const parts = [];
  if (clock.per_move != null) parts.push(`${secondsInWords(clock.per_move)} a move`);
  if (clock.per_game != null) parts.push(`${secondsInWords(clock.per_game)} for the whole game`);
  const then = clock.on_timeout === 'seat' ? 'then a bot takes the seat' : 'then a bot moves';
  const days = clock.away_days ?? 0;
  const away = days > 0 ? `; it stands while somebody is away, up to ${days} days a year` : '';
  return `${parts.join(' and ')}, ${then}${away}`;
}

/** Owners of a box may play with their own component data; what differs is told at the table. */
export function editionInWords(edition: string, own?: Invitation['own_edition']): string {
  if (own) {
    const count = own.differences === 1 ? '1 difference' : `${own.differences} differences`;
    return `the host’s own edition ${own.id}, ${count} from the house edition`;
  }
  return /(^|-)house-\d+$/.test(edition) ? 'the house edition' : `edition ${edition}`;
}

/** What is agreed on besides the options. */
export function customsInWords({ hints, watchable }: Pick<Invitation, 'hints' | 'watchable'>): string {
  return [
    hints ? 'hints when asked' : 'no hints',
    watchable ? 'others may watch with a link' : 'nobody may watch',
  ].join('; ');
}

/** What the page is called: what is offered, by whom. */
export function offerOf(invitation: Pick<Invitation, 'kind' | 'host_name'>, name: string): string {
  const { kind, host_name: host } = invitation;
  if (kind === 'spectator') return host ? `Watch ${host}’s table of ${name}` : `Watch a table of ${name}`;
  if (kind === 'seat') return host ? `${host} invites you to ${name}` : `You are invited to ${name}`;
  return `Your seat at ${name}`;
}
