import { geoConicEqualArea, geoNaturalEarth1 } from 'd3-geo';
import { describe, expect, test } from 'vitest';
import { extent, ticks } from './chart';
import { albersKm, arc, greatCircle, projectUs, projectWorld, type LonLat } from './geo';
import { centre, corners, distance, neighbours, within } from './hex';
import { money } from './money';
import { inkOn, paintOf, shapeOf, SHAPES } from './seats';
import { clamp, toward } from './zoom';

const CITIES: LonLat[] = [
  [-122.33, 47.61],
  [-80.19, 25.76],
  [139.69, 35.68],
  [-43.17, -22.91],
  [-0.13, 51.51],
];

describe('the maps', () => {
  test('places lie where the drawing of the United States has them', () => {
    const albers = geoConicEqualArea()
      .parallels([29.5, 45.5])
      .rotate([96, 0])
      .center([0, 37.5])
      .scale(6371 / 5)
      .translate([500, 310]);
    for (const city of CITIES.slice(0, 2)) {
      const [x, y] = albers([...city]) ?? [0, 0];
      expect(projectUs(city)[0]).toBeCloseTo(x, 6);
      expect(projectUs(city)[1]).toBeCloseTo(y, 6);
    }
    expect(albersKm([-96, 37.5])[0]).toBeCloseTo(0, 6);
  });

  test('places lie where the drawing of the world has them', () => {
    const earth = geoNaturalEarth1().rotate([-155, 0]).scale(182.5).translate([500, 260]);
    for (const city of CITIES) {
      const [x, y] = earth([...city]) ?? [0, 0];
      expect(projectWorld(city)[0]).toBeCloseTo(x, 6);
      expect(projectWorld(city)[1]).toBeCloseTo(y, 6);
    }
  });

  test('a route over the Atlantic is cut in two and one over the Pacific is not', () => {
    expect(arc(projectWorld, [-74, 40.7], [-0.1, 51.5]).match(/M/g)).toHaveLength(2);
    expect(arc(projectWorld, [-118.2, 34], [139.7, 35.7]).match(/M/g)).toHaveLength(1);
  });

  test('a great circle begins and ends at its places', () => {
    const way = greatCircle([10, 20], [100, -30]);
    expect(way[0]?.[0]).toBeCloseTo(10, 6);
    expect(way.at(-1)?.[1]).toBeCloseTo(-30, 6);
    expect(greatCircle([1, 2], [1, 2])).toHaveLength(2);
  });
});

describe('hexes', () => {
  test('neighbours are one apart, and all within two are nineteen', () => {
    for (const hex of neighbours([3, -2])) expect(distance(hex, [3, -2])).toBe(1);
    expect(within([0, 0], 2)).toHaveLength(19);
  });

  test('neighbouring centres are as far apart as two hexes are wide', () => {
    const [a, b] = [centre([0, 0], 10), centre([0, 1], 10)];
    expect(Math.hypot(a[0] - b[0], a[1] - b[1])).toBeCloseTo(10 * Math.sqrt(3));
    expect(corners([0, 0], 10).split(' ')).toHaveLength(6);
  });
});

describe('zoom', () => {
  const box = { x: 0, y: 0, width: 100, height: 50 };
  test('the point under the finger stays', () => {
    const at = [30, 20] as const;
    const next = toward({ x: 0, y: 0, k: 1 }, at, 2);
    expect(at[0] * 1).toBe((at[0] - 0) * 2 + next.x);
    expect((at[1] - 0) * 2 + next.y).toBe(at[1]);
  });
  test('the drawing cannot leave its box', () => {
    expect(clamp({ x: 500, y: -500, k: 2 }, box, 6)).toEqual({ k: 2, x: 0, y: -50 });
    const whole = clamp({ x: 9, y: 9, k: 0.2 }, box, 6);
    expect([whole.k, whole.x + 0, whole.y + 0]).toEqual([1, 0, 0]);
  });
});

describe('small things', () => {
  test('money has its sign before the unit', () => {
    expect(money(-1200)).toBe('−$1,200');
    expect(money(30, '')).toBe('30');
  });
  test('every seat has a shape of its own and ink that reads on its paint', () => {
    expect(new Set([0, 1, 2, 3, 4, 5].map(shapeOf)).size).toBe(SHAPES.length);
    expect(inkOn(paintOf('black'))).toBe('#ffffff');
    expect(inkOn(paintOf('yellow'))).toBe('#182433');
  });
  test('chart ticks are round and lie within', () => {
    expect(ticks(0, 100)).toEqual([0, 50, 100]);
    expect(ticks(0, 9)).toEqual([0, 5]);
    expect(
      extent([
        [1, null],
        [9, 4],
      ]),
    ).toEqual([0, 9]);
    expect(extent([[null]])).toEqual([0, 1]);
  });
});
