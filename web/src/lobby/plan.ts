/** What the lobby asks the server for. */

import type { NewMatchRequest, OptionInfo, SeatRequest, TitleInfo } from '../api/types';

export type Company = 'bots' | 'friends' | 'screen';

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
}

/** Four at the table where the title takes four. */
export function usualSeats(title: Pick<TitleInfo, 'seats_min' | 'seats_max'>): number {
  return Math.min(title.seats_max, Math.max(title.seats_min, 4));
}

/** A bot that answers quickly and punishes mistakes: the middle one. Who wants the strongest chooses it. */
export function usualLevel(title: Pick<TitleInfo, 'bots'>): string {
  return title.bots[Math.floor(title.bots.length / 2)] ?? '';
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

export function matchOf(title: TitleInfo, wishes: Wishes, myName: string): NewMatchRequest {
  return {
    title: title.name,
    seats: seatsOf(wishes, myName),
    options: changed(title.options, wishes.options),
    mode: wishes.company === 'screen' ? 'hotseat' : 'online',
    clock: wishes.perMove === null ? null : { per_move: wishes.perMove, on_timeout: wishes.onTimeout },
    hints: wishes.hints,
    watchable: wishes.watchable,
  };
}
