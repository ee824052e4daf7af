import { describe, expect, it } from 'vitest';
import { headings, legendsIn, PLANE, places, ringFor, standing, taxiway } from './ring';

describe.each([
  ['wide', 1.5, false],
  ['very wide', 2.2, false],
  ['square', 1, false],
  ['low phone', 1.5, true],
  ['phone', 1.23, true],
  ['tall phone', 0.7, true],
] as const)('the ring on a %s stage', (_, aspect, narrow) => {
  const ring = ringFor(aspect, narrow);
  const stands = places(ring);
  const points = stands.map((stand) => stand.at);

  it('has a place for each of the 24 spaces', () => {
    expect(points).toHaveLength(24);
  });

  it('starts at the lower middle and goes clockwise', () => {
    expect(points[0]?.[0]).toBeCloseTo(ring.width / 2, 0);
    expect(points[0]?.[1]).toBeGreaterThan(ring.height * 0.85);
    expect(points[1]?.[0]).toBeLessThan(points[0]?.[0] ?? 0);
  });

  it('keeps every tile on the board and apart from the others', () => {
    const { width, height } = ring.tile;
    points.forEach(([x, y], i) => {
      expect(x - width / 2).toBeGreaterThan(0);
      expect(x + width / 2).toBeLessThan(ring.width);
      expect(y - height / 2).toBeGreaterThan(0);
      expect(y + height / 2).toBeLessThan(ring.height);
      points.slice(i + 1).forEach(([u, v]) => {
        expect(Math.abs(u - x) >= width || Math.abs(v - y) >= height).toBe(true);
      });
    });
  });

  it('has its taxiway through every tile', () => {
    expect(taxiway(stands).split('C')).toHaveLength(25);
  });

  it('has legends that no aircraft covers, wherever one stands', () => {
    const { fares, network } = legendsIn(ring, narrow);
    const boxes = [
      {
        left: fares.x - fares.width / 2,
        right: fares.x + fares.width / 2,
        top: fares.y - 44,
        bottom: fares.y + 42,
      },
      {
        left: network.x,
        right: network.x + network.width,
        top: network.y - network.size / 2,
        bottom: network.y + network.row * 3 + network.size / 2,
      },
    ];
    for (const stand of stands) {
      const [x, y] = standing(stand, ring, 0, 1);
      for (const { left, right, top, bottom } of boxes) {
        const beside = x + PLANE <= left || x - PLANE >= right;
        expect(beside || y + PLANE <= top || y - PLANE >= bottom).toBe(true);
      }
    }
  });

  it('looks along the ring', () => {
    expect(headings(stands)[0]).toBeCloseTo(-90, -1);
  });
});
