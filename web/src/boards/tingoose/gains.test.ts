import { describe, expect, it } from 'vitest';
import { BADGE, placeGains, type Gain } from './gains';

const gain = (id: string, x: number, y: number, words: string): Gain => ({ id, at: [x, y], words });
const EDGE = { right: 1000 };

describe('badges of gains', () => {
  it('stand beside their city', () => {
    const [only] = placeGains([gain('den', 100, 100, '+$8')], [[100, 100]], 1, EDGE);
    expect(only).toMatchObject({ id: 'den', x: 144, y: 124 });
  });
  it('never lie on each other or on a city', () => {
    const cities: [number, number][] = [
      [100, 100],
      [130, 110],
      [160, 125],
      [120, 150],
    ];
    const all = cities.map(([x, y], i) => gain(`${i}`, x, y, `+$${i + 1}`));
    const placed = placeGains(all, cities, 1, EDGE);
    expect(placed.length).toBeGreaterThan(1);
    for (const one of placed) {
      for (const other of placed.filter((two) => two !== one))
        expect(Math.abs(one.x - other.x) >= BADGE.width || Math.abs(one.y - other.y) >= BADGE.height).toBe(
          true,
        );
      for (const [x, y] of cities)
        expect(Math.abs(one.x - x) > BADGE.width / 2 || Math.abs(one.y - y) > BADGE.height / 2).toBe(true);
    }
  });
  it('lie on no name', () => {
    const name = { x: 144, y: 124, wide: 15, high: 8 };
    const [beside] = placeGains([gain('den', 100, 100, '+$8')], [[100, 100]], 1, EDGE, [name]);
    expect(beside).toMatchObject({ x: 56, y: 124 });
    const all = { x: 100, y: 100, wide: 200, high: 200 };
    expect(placeGains([gain('den', 100, 100, '+$8')], [[100, 100]], 1, EDGE, [all])).toEqual([]);
  });
  it('stay on the map and give way to larger ones', () => {
    const at = gain('nyc', 990, 100, '+$7');
    expect(placeGains([at], [[990, 100]], 1, EDGE)[0]?.x).toBeLessThan(990);
    const twins = placeGains([gain('a', 50, 50, '+$7'), gain('b', 50, 50, '+$40')], [[50, 50]], 1, EDGE);
    expect(twins[0]?.id).toBe('b');
  });
});
