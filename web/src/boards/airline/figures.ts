import type { AirlineView } from '../../api/views/airline';
import type { Figure, View } from '../board';

export function figures(view: View, seat: number): Figure[] {
  const mine = (view as unknown as AirlineView).players[seat];
  if (!mine) return [];
  if (mine.out) return [{ name: '', value: 'out of the game' }];
  return [
    { name: 'Cash', value: `${mine.cash}` },
    { name: 'Cities', value: `${mine.cities.length}` },
    { name: 'Fares', value: `${mine.income}` },
    { name: '', value: mine.aircraft.toUpperCase() },
  ];
}

export const purse = (view: View, seat: number): number | null =>
  (view as unknown as AirlineView).players[seat]?.cash ?? null;
export const money = (amount: number): string => `$${amount}M`;
