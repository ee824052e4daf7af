import { describe, expect, test } from 'vitest';
import { berths, labels, SHIP } from './labels';
import { at, boxOf, nameOf, piles, reach, type Good, type PrintedCard, type PrintedMap } from './printed';

/** A strip of nine hexes with a city in the middle and a partial hex at its end. */
const strip: PrintedMap = {
  players: [2],
  hexes: Array.from({ length: 9 }, (_, q) => [q, 0, q === 4 ? 'city' : q === 8 ? 'partial' : 'plain']),
  cities: [{ id: 'C', name: 'Chicago', hex: [4, 0], good: 'food' }],
  factories: [],
  links: [],
};
const card = (speed: number, id = String(speed)): PrintedCard => ({ id, speed, diamonds: 0, letter: 'A' });

describe('the reach of a plan', () => {
  test('a card reaches what is up to its speed away and is no city', () => {
    const found = reach(strip, [2, 0], [card(3)]);
    expect([...found.keys()].sort()).toEqual(['0,0', '1,0', '3,0', '5,0']);
  });
  test('the second card goes on from wherever the first could end', () => {
    const found = reach(strip, [2, 0], [card(1), card(3)]);
    expect(found.get('3,0')).toBe(1);
    expect(found.get('6,0')).toBe(2);
    expect(found.has('7,0')).toBe(false);
  });
  test('nobody stops on a partial hex, and a 0 stays where it is', () => {
    expect(reach(strip, [7, 0], [card(1)]).has('8,0')).toBe(false);
    expect([...reach(strip, [2, 0], [card(0)]).keys()]).toEqual(['2,0']);
  });
  test('the straight card ends seven hexes away or nowhere', () => {
    expect([...reach(strip, [0, 0], [card(7, '7**S')]).keys()]).toEqual(['7,0']);
    expect(reach(strip, [2, 0], [card(7, '7**S')]).size).toBe(0);
  });
});

test('few cubes lie one by one, many are counted', () => {
  const goods: Good[] = [{ id: 'food', name: 'Food', colour: 'brown', letter: 'F' }];
  expect(piles(goods, { food: 3 })).toHaveLength(3);
  expect(piles(goods, { food: 9 })).toEqual([{ good: goods[0], count: 9 }]);
});

test('the name of a city stands on the drawing', () => {
  const land = boxOf(strip);
  const label = labels(strip, land, 20).get('C');
  expect(label?.anchor).not.toBe('middle');
});

test('a name gives way to a line that was laid over its place, and only then', () => {
  const land = { x: -2000, y: -2000, width: 6000, height: 4000 };
  const [x, y] = at([4, 0]);
  const before = labels(strip, land, 20).get('C');
  expect(before?.rect.y).toBeGreaterThan(y);
  const elsewhere = labels(strip, land, 20, [[0, 0]]).get('C');
  expect(elsewhere).toEqual(before);
  const after = labels(strip, land, 20, [
    [3, 1],
    [4, 1],
  ]).get('C');
  expect(after).not.toEqual(before);
  for (const hex of [
    [3, 1],
    [4, 1],
  ] as const) {
    const [tx, ty] = at(hex);
    const rect = after?.rect ?? { x, y, w: 0, h: 0 };
    const apart =
      rect.x > tx + 23 || rect.x + rect.w < tx - 23 || rect.y > ty + 23 || rect.y + rect.h < ty - 23;
    expect(apart).toBe(true);
  }
});

test('an airship hovers beside what stands in its hex, and beside another airship', () => {
  const depot = { x: -24, y: -24, w: 48, h: 48 };
  const land = { x: -500, y: -500, width: 1000, height: 1000 };
  const [first, second] = berths(
    [
      { at: [0, 0], rows: 1 },
      { at: [0, 0], rows: 0 },
    ],
    [depot],
    land,
  );
  const clear = (a: { x: number; y: number }, w: number, h: number) =>
    Math.abs(a.x) >= SHIP.wide + w || Math.abs(a.y) >= SHIP.up + h;
  expect(clear(first!, 24, 24)).toBe(true);
  expect(clear(second!, 24, 24)).toBe(true);
  expect(clear({ x: first!.x - second!.x, y: first!.y - second!.y }, SHIP.wide, SHIP.up)).toBe(true);
});

test('a hex is named by its line and the nearer end, or by the nearest city', () => {
  const line = { a: 'C', b: 'D', spaces: [[5, 0] as const, [6, 0] as const, [7, 0] as const] };
  const map = {
    ...strip,
    cities: [...strip.cities, { id: 'D', name: 'Dallas', hex: [8, 0] as const, good: 'food' }],
  };
  expect(nameOf(map, [line], [5, 0])).toBe('Chicago–Dallas, first space from Chicago');
  expect(nameOf(map, [line], [7, 0])).toBe('Chicago–Dallas, first space from Dallas');
  expect(nameOf(map, [line], [3, 0])).toBe('Hex near Chicago');
});
