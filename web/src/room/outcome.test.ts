import { expect, test } from 'vitest';
import { toneOf } from './outcome';

test('what only costs is not painted as a gain, and what costs and brings is painted as neither', () => {
  const said = [
    '−$150',
    '−$20M · fares 10 → 18',
    '+$6 · major city',
    'fares 0 → 13',
    'two points',
    'no points',
    'fares 15 → 0',
  ];
  expect(said.map(toneOf)).toEqual(['cost', 'both', 'good', 'good', 'good', 'both', 'cost']);
});
