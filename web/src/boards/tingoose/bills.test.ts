import { expect, it } from 'vitest';
import { bills } from './bills';

it('shows what an event cost everybody until the next card', () => {
  const crash = bills(new Map(), [
    { type: 'card_played', seat: 1, card: 'G03' },
    { type: 'crash_paid', seat: 2, flames: 7, amount: 7 },
    { type: 'crash_paid', seat: 0, flames: 9, amount: 9 },
  ]);
  expect([...crash]).toEqual([
    [2, { kind: 'fire', amount: 7 }],
    [0, { kind: 'fire', amount: 9 }],
  ]);
  expect(bills(crash, [{ type: 'income_paid', seat: 1, amount: 6 }])).toBe(crash);
  const oil = bills(crash, [
    { type: 'card_played', seat: 2, card: 'G09' },
    { type: 'oil_paid', seat: 3, barrels: 4, amount: 8 },
  ]);
  expect([...oil]).toEqual([[3, { kind: 'oil', amount: 8 }]]);
});
