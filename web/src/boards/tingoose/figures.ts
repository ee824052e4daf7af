import type { TinGooseView } from '../../api/views/tingoose';
import type { Figure, View } from '../board';

export function figures(view: View, seat: number): Figure[] {
  const mine = (view as unknown as TinGooseView).players[seat];
  if (!mine) return [];
  const named = mine.conditions.map((id) => id.replaceAll('-', ' ')).join(', ');
  return [
    { name: 'Income', value: `${mine.income}`, figure: 'income' },
    {
      name: 'Conditions',
      value: `${mine.conditions.length}`,
      title: named || 'none left',
      figure: 'conditions',
    },
    { name: 'Ext.', value: `${mine.extensions}`, title: 'Extension tokens', figure: 'extensions' },
    { name: 'Barrels', value: `${mine.barrels}`, figure: 'barrels' },
    { name: 'Flames', value: `${mine.flames}`, figure: 'flames' },
    { name: 'Cities', value: `${mine.network.length}`, figure: 'cities' },
  ];
}

export const purse = (view: View, seat: number): number | null =>
  (view as unknown as TinGooseView).players[seat]?.cash ?? null;
export const money = (amount: number): string => `$${amount}`;
