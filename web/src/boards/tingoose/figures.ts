import type { TinGooseView } from '../../api/views/tingoose';
import type { Figure, View } from '../board';

export function figures(view: View, seat: number): Figure[] {
  const mine = (view as unknown as TinGooseView).players[seat];
  if (!mine) return [];
  return [
    { name: 'Income', value: `${mine.income}` },
    { name: 'Oil', value: `${mine.barrels}` },
    { name: 'Fire', value: `${mine.flames}` },
    { name: 'Cities', value: `${mine.network.length}` },
  ];
}

export const purse = (view: View, seat: number): number | null =>
  (view as unknown as TinGooseView).players[seat]?.cash ?? null;
export const money = (amount: number): string => `$${amount}`;
