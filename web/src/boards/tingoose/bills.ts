import type { GameEvent } from '../board';

export type Bill = { kind: 'fire' | 'oil'; amount: number };

/** What the card last played cost, by seat: nothing but for a crash or oil. */
export interface Bills {
  card: string;
  paid: Map<number, Bill>;
}

export const NO_BILLS: Bills = { card: '', paid: new Map() };

export function bills(before: Bills, events: GameEvent[]): Bills {
  let now = before;
  for (const { type, seat, amount, card } of events) {
    if (type === 'card_played') now = { card: String(card), paid: new Map() };
    if (type !== 'crash_paid' && type !== 'oil_paid') continue;
    const kind = type === 'crash_paid' ? 'fire' : 'oil';
    now = { ...now, paid: new Map(now.paid).set(Number(seat), { kind, amount: Number(amount) }) };
  }
  return now;
}
