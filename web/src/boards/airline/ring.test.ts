import { describe, expect, it } from 'vitest';
import { headings, places, TALL, WIDE } from './ring';

describe.each([
  ['wide', WIDE],
  ['tall', TALL],
])('the %s ring', (_, ring) => {
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

  it('looks along the ring', () => {
    expect(headings(stands)[0]).toBeCloseTo(-90, -1);
  });
});
