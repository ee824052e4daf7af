/** Pointy-top hexes in axial coordinates: q to the east, r to the south. */

import type { Point } from './geo';

export type Hex = readonly [q: number, r: number];

export const DIRECTIONS: readonly Hex[] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

/** The centre of a hex of `size` (centre to corner). */
export function centre([q, r]: Hex, size: number, origin: Point = [0, 0]): Point {
  return [origin[0] + size * Math.sqrt(3) * (q + r / 2), origin[1] + size * 1.5 * r];
}

/** The hex in which a point lies. */
export function roundHex([x, y]: Point, size: number): Hex {
  const r = y / (1.5 * size);
  return nearestHex(x / (Math.sqrt(3) * size) - r / 2, r);
}

/** The hex nearest to coordinates between the hexes. */
export function nearestHex(q: number, r: number): Hex {
  let [a, b] = [Math.round(q), Math.round(r)];
  const c = Math.round(-q - r);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0];
}

function corner([x, y]: Point, size: number, i: number): [x: string, y: string] {
  const angle = ((60 * i - 30) * Math.PI) / 180;
  return [(x + size * Math.cos(angle)).toFixed(1), (y + size * Math.sin(angle)).toFixed(1)];
}

/** The six corners, for `<polygon points>`. */
export function corners(at: Point, size: number): string {
  return Array.from({ length: 6 }, (_, i) => corner(at, size, i).join()).join(' ');
}

export function distance(a: Hex, b: Hex): number {
  const [dq, dr] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
}

export function neighbours([q, r]: Hex): Hex[] {
  return DIRECTIONS.map(([dq, dr]) => [q + dq, r + dr] as const);
}

/** All hexes within `reach` of one. */
export function within([q, r]: Hex, reach: number): Hex[] {
  const found: Hex[] = [];
  for (let dq = -reach; dq <= reach; dq++)
    for (let dr = Math.max(-reach, -dq - reach); dr <= Math.min(reach, -dq + reach); dr++)
      found.push([q + dq, r + dr]);
  return found;
}

/** The line around a set of hexes, inner holes too, as path data; `centreOf` says where a hex lies. */
export function border(hexes: readonly Hex[], size: number, centreOf: (hex: Hex) => Point): string {
  const inside = new Set(hexes.map(([q, r]) => `${q},${r}`));
  const end = (hex: Hex, i: number) => corner(centreOf(hex), size, i).join(' ');
  return hexes
    .flatMap((hex) =>
      neighbours(hex).map(([q, r], d) =>
        inside.has(`${q},${r}`) ? '' : `M${end(hex, (6 - d) % 6)}L${end(hex, (7 - d) % 6)}`,
      ),
    )
    .join('');
}
