/** What the lobby asks the server for. */

import type { NewMatchRequest, OptionInfo, SeatRequest, TitleInfo } from '../api/types';

/** `friends` get links; a table for `known` people stands in the lobby of my friends alone. */
export type Company = 'bots' | 'friends' | 'known' | 'public' | 'screen';

export interface Wishes {
  seats: number;
  company: Company;
  /** How many people sit at the table, me included; the others are bots. */
  people: number;
  level: string;
  /** At one screen: a name for each person. */
  names: string[];
  options: Record<string, unknown>;
  hints: boolean;
  watchable: boolean;
  perMove: number | null;
  onTimeout: 'move' | 'seat';
  /** At a slow table: how many days a year each person’s clock stands while they are away. */
  awayDays: number;
  /** At a public table: after so many seconds bots take what is open; null: never. */
  fillAfter: number | null;
  /** The hash of an edition of my own; empty for the house's. */
  edition: string;
  /** Records carry it. */
  showsEdition: boolean;
  /** The result changes ratings. */
  rated: boolean;
}

/** When bots fill up a public table. */
export const FILL_TIMES: [number | null, string][] = [
  [60, 'a minute'],
  [180, '3 minutes'],
  [600, '10 minutes'],
  [3600, 'an hour'],
  [null, 'never: people only'],
];
export const USUAL_FILL = 180;

/** Four at the table where the title takes four. */
export function usualSeats(title: Pick<TitleInfo, 'seats_min' | 'seats_max'>): number {
  return Math.min(title.seats_max, Math.max(title.seats_min, 4));
}

/** A bot that answers quickly and punishes mistakes: the middle one. Who wants the strongest chooses it. */
export function usualLevel(title: Pick<TitleInfo, 'bots'>): string {
  return title.bots[Math.floor(title.bots.length / 2)] ?? '';
}

/** The table that one press makes: me and bots, in a game that the server finds gentle enough for a newcomer. */
export function usualTable(title: TitleInfo, myName: string): NewMatchRequest {
  const level = usualLevel(title);
  const seats = title.quick_game?.seats ?? usualSeats(title);
  const others = Array.from({ length: seats - 1 }, () => ({ kind: 'bot' as const, level }));
  return {
    title: title.name,
    seats: [{ kind: 'person', name: myName || null }, ...others],
    options: title.quick_game?.options ?? {},
  };
}

export function seatsOf(wishes: Wishes, myName: string): SeatRequest[] {
  const people = wishes.company === 'bots' ? 1 : Math.min(wishes.people, wishes.seats);
  return Array.from({ length: wishes.seats }, (_, i): SeatRequest => {
    if (i >= people) return { kind: 'bot', level: wishes.level };
    if (wishes.company === 'screen') return { kind: 'person', name: wishes.names[i]?.trim() || null };
    return i === 0 ? { kind: 'person', name: myName || null } : { kind: 'open' };
  });
}

/** Options that differ from the default; the server knows the defaults. */
export function changed(options: OptionInfo[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    options
      .filter((o) => o.name in values && values[o.name] !== o.default)
      .map((o) => [o.name, values[o.name]]),
  );
}

/** A rated game must come to its end: it has a clock, this one unless another is chosen. */
export const RATED_CLOCK = 300;

/** What a rated table fixes: usual rules, no hints, a clock that gives the seat to a bot. */
export function ratedWishes(wishes: Wishes): Wishes {
  return {
    ...wishes,
    options: {},
    hints: false,
    perMove: wishes.perMove ?? RATED_CLOCK,
    onTimeout: 'seat',
    edition: '',
    showsEdition: false,
  };
}

export const USUAL_AWAY_DAYS = 14;
export const MAX_AWAY_DAYS = 60;
/** Whether people answer when they find the time, as the server sorts clocks. */
export const isSlow = (perMove: number | null): boolean => perMove !== null && perMove > 600;

function clockOf({ perMove, onTimeout, awayDays }: Wishes): NewMatchRequest['clock'] {
  if (perMove === null) return null;
  const days = Math.min(MAX_AWAY_DAYS, Math.max(0, Math.round(awayDays) || 0));
  return { per_move: perMove, on_timeout: onTimeout, ...(isSlow(perMove) && { away_days: days }) };
}

export function matchOf(title: TitleInfo, wanted: Wishes, myName: string): NewMatchRequest {
  const rated = wanted.rated && wanted.company !== 'screen';
  const wishes = rated ? ratedWishes(wanted) : wanted;
  return {
    title: title.name,
    seats: seatsOf(wishes, myName),
    options: changed(title.options, wishes.options),
    mode: wishes.company === 'screen' ? 'hotseat' : 'online',
    clock: clockOf(wishes),
    hints: wishes.hints,
    watchable: wishes.watchable,
    public:
      wishes.company === 'public' || wishes.company === 'known'
        ? { fill_after: wishes.fillAfter, level: wishes.level, for_friends: wishes.company === 'known' }
        : null,
    edition: wishes.edition || null,
    shows_edition: wishes.showsEdition,
    rated,
  };
}
