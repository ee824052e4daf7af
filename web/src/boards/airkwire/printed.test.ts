import { describe, expect, it } from 'vitest';
import { tree, type City } from './printed';

const city = (id: string, q: number, r: number): City => ({ id, code: id, name: id, q, r, points: 1 });

describe('the flights of a network', () => {
  it('join each city to the nearest that is joined already', () => {
    const [home, near, far] = [city('home', 0, 0), city('near', 1, 0), city('far', 3, 0)];
    const flights = tree([home, far, near]).map(([a, b]) => `${a.id}-${b.id}`);
    expect(flights).toEqual(['home-near', 'near-far']);
  });

  it('are none for an airline that is not open', () => {
    expect(tree([])).toEqual([]);
    expect(tree([city('home', 0, 0)])).toEqual([]);
  });
});
