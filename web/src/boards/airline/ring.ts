/** The oval: a row above, a row below and the sides between, bent inwards at the corners. Clockwise from below. */

import type { Point } from '../../furniture/geo';

export interface Ring {
  width: number;
  height: number;
  /** Tiles in the rows above and below, and on each side. */
  across: number;
  down: number;
  tile: { width: number; height: number };
  /** How far the tile at a corner, and the one beside it, stand inside the straight row. */
  bend: [corner: number, beside: number];
}

export const WIDE: Ring = {
  width: 1290,
  height: 830,
  across: 9,
  down: 3,
  tile: { width: 134, height: 86 },
  bend: [52, 14],
};
export const TALL: Ring = {
  width: 990,
  height: 850,
  across: 7,
  down: 5,
  tile: { width: 132, height: 104 },
  bend: [14, 4],
};

export interface Stand {
  at: Point;
  /** From the tile towards the middle of the board. */
  inward: Point;
}

/** The tiles' centres; the first is at the lower middle, the second to its left. */
export function places(ring: Ring): Stand[] {
  const { width, height, across, down, tile } = ring;
  const [left, top] = [tile.width / 2 + 8, tile.height / 2 + 8];
  const [stepX, stepY] = [(width - 2 * left) / (across - 1), (height - 2 * top) / (down + 1)];
  const sag = (column: number) => ring.bend[Math.min(column, across - 1 - column)] ?? 0;
  const below = (column: number): Stand => ({
    at: [left + column * stepX, height - top - sag(column)],
    inward: [0, -1],
  });
  const above = (column: number): Stand => ({
    at: [left + column * stepX, top + sag(column)],
    inward: [0, 1],
  });
  const beside = (row: number, x: number, inward: number): Stand => ({
    at: [x, top + row * stepY],
    inward: [inward, 0],
  });
  const columns = Array.from({ length: across }, (_, i) => i);
  const rows = Array.from({ length: down }, (_, i) => i + 1);
  const middle = (across - 1) / 2;
  return [
    ...columns
      .slice(0, middle + 1)
      .reverse()
      .map(below),
    ...[...rows].reverse().map((row) => beside(row, left, 1)),
    ...columns.map(above),
    ...rows.map((row) => beside(row, width - left, -1)),
    ...columns
      .slice(middle + 1)
      .reverse()
      .map(below),
  ];
}

/** Which way an aircraft on each tile looks: along the ring, degrees clockwise from north. */
export function headings(stands: Stand[]): number[] {
  return stands.map(({ at: [x, y] }, k) => {
    const [nx, ny] = (stands[(k + 1) % stands.length] as Stand).at;
    return (Math.atan2(nx - x, y - ny) * 180) / Math.PI;
  });
}
