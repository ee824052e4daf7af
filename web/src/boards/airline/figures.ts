import type { AirlineView } from '../../api/views/airline';
import type { Figure, View } from '../board';

export function figures(view: View, seat: number): Figure[] {
  const mine = (view as unknown as AirlineView).players[seat];
  if (!mine) return [];
  if (mine.out) return [{ name: '', value: 'out of the game' }];
  return [
    { name: 'Cash', value: money(mine.cash), figure: 'cash' },
    { name: 'Cities', value: `${mine.cities.length}`, figure: 'cities' },
    { name: 'Fares', value: money(mine.income), figure: 'fares' },
    { name: '', value: mine.aircraft.toUpperCase(), where: { aircraft: mine.aircraft } },
  ];
}

export const purse = (view: View, seat: number): number | null =>
  (view as unknown as AirlineView).players[seat]?.cash ?? null;
export const owned = (view: View, seat: number): number =>
  (view as unknown as AirlineView).players[seat]?.cities.length ?? 0;
export const money = (amount: number): string => `$${amount}M`;
export const scoreName = 'Wealth';
