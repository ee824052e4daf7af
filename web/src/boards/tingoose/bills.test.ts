import { expect, it } from 'vitest';
import { bills, NO_BILLS } from './bills';

it('shows what an event cost everybody until the next card', () => {
  const crash = bills(NO_BILLS, [
    { type: 'card_played', seat: 1, card: 'G03' },
    { type: 'crash_paid', seat: 2, flames: 7, amount: 7 },
    { type: 'crash_paid', seat: 0, flames: 9, amount: 9 },
  ]);
  expect([...crash.paid]).toEqual([
    [2, { kind: 'fire', amount: 7 }],
    [0, { kind: 'fire', amount: 9 }],
  ]);
  expect(bills(crash, [{ type: 'income_paid', seat: 1, amount: 6 }])).toBe(crash);
  expect(crash.card).toBe('G03');
  const oil = bills(crash, [
    { type: 'card_played', seat: 2, card: 'G09' },
    { type: 'oil_paid', seat: 3, barrels: 4, amount: 8 },
  ]);
  expect([...oil.paid]).toEqual([[3, { kind: 'oil', amount: 8 }]]);
});
