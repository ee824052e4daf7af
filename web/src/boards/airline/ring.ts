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

const within = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** The oval for a stage of that shape (width by height): it fills a wide window and a phone alike. */
export function ringFor(aspect: number, narrow: boolean): Ring {
  if (narrow) {
    const height = within(700, 990 / aspect, 1280);
    const tile = { width: 132, height: Math.min(136, (height - 88) / 7) };
    return { width: 990, height, across: 7, down: 5, tile, bend: [8, 2] };
  }
  const width = within(1290, 830 * aspect, 1700);
  const height = within(830, width / aspect, 1000);
  const tile = { width: (width - 16) / 9 - 7.5, height: 86 };
  return { width, height, across: 9, down: 3, tile, bend: [52, 14] };
}

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
  const slant = (column: number) => (column === 0 ? 1 : column === across - 1 ? -1 : 0);
  const below = (column: number): Stand => ({
    at: [left + column * stepX, height - top - sag(column)],
    inward: [slant(column), -1],
  });
  const above = (column: number): Stand => ({
    at: [left + column * stepX, top + sag(column)],
    inward: [slant(column), 1],
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

/** How far from its middle the mark of an aircraft reaches. */
export const PLANE = 21;
const APART = 37;

/** Where an aircraft stands on its space, of so many there: side by side, at a corner further in, inside the ring. */
export function standing({ at, inward }: Stand, { tile }: Ring, place: number, count: number): Point {
  const [dx, dy] = [inward[0] * (tile.width / 2 + 20), inward[1] * (tile.height / 2 + 20)];
  const spread = (inward[0] && inward[1] ? place * inward[0] : place - (count - 1) / 2) * APART;
  return [at[0] + dx + (dy ? spread : 0), at[1] + dy + (dy ? 0 : spread)];
}

export interface Legends {
  /** The middle of what the fares are. */
  fares: { x: number; y: number; width: number };
  /** The left edge of what lines and marks mean, and the middle of its first line. */
  network: { x: number; y: number; width: number; size: number; row: number };
}

/** Where the legends stand: above the aircraft of the row below, beside those of a side and of a corner. */
export function legendsIn(ring: Ring, narrow: boolean): Legends {
  const { width, height, tile } = ring;
  const reach = 28 + PLANE;
  const edge = tile.width + reach + 4 + (narrow ? 0 : APART);
  const floor = height - tile.height - reach - ring.bend[1] - 2;
  const size = narrow ? 25 : 20;
  const row = size * 1.25;
  const words = narrow ? 124 : 136;
  return {
    fares: { x: edge + tile.width / 2 + 8, y: floor - (narrow ? 46 : 40), width: tile.width },
    network: { x: width - edge - words, y: floor - row * 3 - size / 2, width: words, size, row },
  };
}

/** Which way an aircraft on each tile looks: along the ring, degrees clockwise from north. */
export function headings(stands: Stand[]): number[] {
  return stands.map(({ at: [x, y] }, k) => {
    const [nx, ny] = (stands[(k + 1) % stands.length] as Stand).at;
    return (Math.atan2(nx - x, y - ny) * 180) / Math.PI;
  });
}

/** The taxiway under the tiles: a closed curve through all of them. */
export function taxiway(stands: Stand[]): string {
  const at = (k: number) => (stands[(k + stands.length) % stands.length] as Stand).at;
  const lead = (k: number): Point => [(at(k + 1)[0] - at(k - 1)[0]) / 6, (at(k + 1)[1] - at(k - 1)[1]) / 6];
  const show = (...points: number[]) => points.map((value) => value.toFixed(1)).join(' ');
  const curves = stands.map((_, k) => {
    const [[x0, y0], [x1, y1], [dx0, dy0], [dx1, dy1]] = [at(k), at(k + 1), lead(k), lead(k + 1)];
    return `C${show(x0 + dx0, y0 + dy0, x1 - dx1, y1 - dy1, x1, y1)}`;
  });
  return `M${show(...at(0))}${curves.join('')}Z`;
}

export interface Arrow {
  at: Point;
  heading: number;
}

/** Which way one flies: an arrow after every third tile, on the inner edge of the ring, where no aircraft stands. */
export function arrows(stands: Stand[], tile: { width: number; height: number }): Arrow[] {
  const turns = headings(stands);
  return stands.flatMap((from, k) => {
    const to = stands[(k + 1) % stands.length] as Stand;
    const [dx, dy] = to.inward;
    if (k % 3 !== 1 || from.inward[0] !== dx || from.inward[1] !== dy) return [];
    const at: Point = [
      (from.at[0] + to.at[0]) / 2 + dx * (tile.width / 2 + 12),
      (from.at[1] + to.at[1]) / 2 + dy * (tile.height / 2 + 12),
    ];
    return [{ at, heading: turns[k] ?? 0 }];
  });
}
