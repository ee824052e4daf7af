import type { AirkwireView } from '../../api/views/airkwire';
import type { Figure, View } from '../board';

export function figures(view: View, seat: number): Figure[] {
  const seen = view as unknown as AirkwireView;
  const mine = seen.players[seat];
  if (!mine) return [];
  const airlines = Object.values(seen.airlines);
  const held = airlines.reduce((sum, airline) => sum + (airline.shares[seat] ?? 0), 0);
  const led = airlines.filter((airline) => airline.ceo === seat).length;
  return [
    ...(mine.cash === null
      ? []
      : [{ name: 'Cash', value: `$${mine.cash.toLocaleString('en-US')}`, figure: 'cash' }]),
    { name: 'Shares', value: `${held}`, figure: 'shares' },
    { name: 'CEO of', value: `${led}`, figure: 'led' },
    { name: 'Cards', value: `${mine.hand_size}`, figure: 'hand' },
  ];
}

export const purse = (view: View, seat: number): number | null =>
  (view as unknown as AirkwireView).players[seat]?.cash ?? null;
export const owned = (view: View, seat: number): number =>
  Object.values((view as unknown as AirkwireView).airlines).filter((airline) => airline.ceo === seat).length;
export const money = (amount: number): string => `$${amount.toLocaleString('en-US')}`;
export const scoreName = 'Wealth';
