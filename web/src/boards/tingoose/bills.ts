import type { GameEvent } from '../board';

export type Bill = { kind: 'fire' | 'oil'; amount: number };

/** What the last crash or oil event cost, by seat; it stands there until the next card is played. */
export function bills(before: Map<number, Bill>, events: GameEvent[]): Map<number, Bill> {
  let now = before;
  for (const { type, seat, amount } of events) {
    if (type === 'card_played') now = new Map();
    if (type !== 'crash_paid' && type !== 'oil_paid') continue;
    const kind = type === 'crash_paid' ? 'fire' : 'oil';
    now = new Map(now).set(Number(seat), { kind, amount: Number(amount) });
  }
  return now;
}
