/** The oval: places of equal distance along a rounded ring, clockwise from the lower middle. */

import type { Point } from '../../furniture/geo';

export interface Ring {
  width: number;
  height: number;
  /** Half the length and half the height of the ring on which the tiles' centres lie. */
  a: number;
  b: number;
  tile: { width: number; height: number };
}

export const WIDE: Ring = { width: 1280, height: 830, a: 570, b: 365, tile: { width: 136, height: 84 } };
export const TALL: Ring = { width: 900, height: 1000, a: 388, b: 442, tile: { width: 118, height: 104 } };

const POWER = 4.2;

function at(ring: Ring, angle: number): Point {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const bend = (v: number) => Math.sign(v) * Math.abs(v) ** (2 / POWER);
  return [ring.width / 2 + ring.a * bend(c), ring.height / 2 + ring.b * bend(s)];
}

/** The centres of `count` tiles; the first one is at the lower middle, the second to its left. */
export function places(ring: Ring, count: number): Point[] {
  const fine = 2400;
  const path = Array.from({ length: fine + 1 }, (_, i) => at(ring, Math.PI / 2 + (i / fine) * 2 * Math.PI));
  const length = [0];
  for (let i = 1; i <= fine; i++) {
    const [[x0, y0], [x1, y1]] = [path[i - 1] as Point, path[i] as Point];
    length.push((length[i - 1] ?? 0) + Math.hypot(x1 - x0, y1 - y0));
  }
  const whole = length[fine] ?? 1;
  const found: Point[] = [];
  let i = 0;
  for (let k = 0; k < count; k++) {
    while ((length[i] ?? 0) < (whole * k) / count) i++;
    found.push(path[i] as Point);
  }
  return found;
}

/** Which way an aircraft at place `k` looks: along the ring, degrees clockwise from north. */
export function headings(points: Point[]): number[] {
  return points.map(([x, y], k) => {
    const [nx, ny] = points[(k + 1) % points.length] as Point;
    return (Math.atan2(nx - x, y - ny) * 180) / Math.PI;
  });
}
