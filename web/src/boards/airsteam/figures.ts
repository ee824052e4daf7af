import type { AirsteamView } from '../../api/views/airsteam';
import type { Figure, View } from '../board';

export function figures(view: View, seat: number): Figure[] {
  const mine = (view as unknown as AirsteamView).players[seat];
  if (!mine) return [];
  const hold = Object.values(mine.hold).reduce((sum, count) => sum + count, 0);
  return [
    { name: 'Cash', value: `$${mine.cash}`, figure: 'cash' },
    { name: 'Depots', value: `${mine.depots_built}`, figure: 'depots' },
    { name: 'Hold', value: `${hold}/${mine.capacity}`, figure: 'cubes' },
    { name: 'Train', value: `${mine.links}`, figure: 'train' },
  ];
}

export const purse = (view: View, seat: number): number | null =>
  (view as unknown as AirsteamView).players[seat]?.cash ?? null;
export const money = (amount: number): string => `$${amount}`;
