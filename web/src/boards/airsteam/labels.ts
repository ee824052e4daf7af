/** Where the names of the cities stand: beside, above or below, wherever least is in the way. */

import { at, SIZE, type Box, type PrintedMap } from './printed';

export interface Label {
  /** From the middle of the city. */
  dx: number;
  dy: number;
  anchor: 'middle' | 'start' | 'end';
}

interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

const LETTER = 0.42;

const overlap = (a: Rect, b: Rect) =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

const around = ([x, y]: readonly [number, number], r: number): Rect => ({
  x: x - r,
  y: y - r,
  w: 2 * r,
  h: 2 * r,
});

/** A factory with its chimneys and the cubes below. */
const yard = ([x, y]: readonly [number, number]): Rect => ({ x: x - 27, y: y - 32, w: 54, h: 78 });

export function labels(map: PrintedMap, land: Box, size: number): Map<string, Label> {
  const taken: { rect: Rect; weight: number }[] = [
    ...map.cities.map((city) => ({ rect: around(at(city.hex), 34), weight: 4 })),
    ...map.factories.map((one) => ({ rect: yard(at(one.hex)), weight: 4 })),
    ...map.links.flatMap((link) => link.spaces.map((hex) => ({ rect: around(at(hex), 22), weight: 2.5 }))),
  ];
  const found = new Map<string, Label>();
  for (const city of map.cities) {
    const [x, y] = at(city.hex);
    const w = city.name.length * size * LETTER;
    const h = size * 0.8;
    const options: { label: Label; rect: Rect }[] = [
      { label: { dx: 0, dy: 36 + h, anchor: 'middle' }, rect: { x: x - w / 2, y: y + 36, w, h } },
      { label: { dx: 0, dy: -38, anchor: 'middle' }, rect: { x: x - w / 2, y: y - 38 - h, w, h } },
      { label: { dx: 38, dy: h / 2, anchor: 'start' }, rect: { x: x + 38, y: y - h / 2, w, h } },
      { label: { dx: -38, dy: h / 2, anchor: 'end' }, rect: { x: x - 38 - w, y: y - h / 2, w, h } },
      ...([1, -1] as const).flatMap((up) =>
        ([1, -1] as const).map((side) => ({
          label: { dx: side * -14, dy: up > 0 ? -36 : 34 + h, anchor: side > 0 ? 'start' : 'end' } as Label,
          rect: { x: side > 0 ? x - 14 : x + 14 - w, y: up > 0 ? y - 36 - h : y + 34, w, h },
        })),
      ),
    ];
    const cost = ({ rect }: { rect: Rect }) => {
      const inside = overlap(rect, { x: land.x, y: land.y, w: land.width, h: land.height });
      return (
        (w * h - inside) * 20 + taken.reduce((sum, one) => sum + overlap(rect, one.rect) * one.weight, 0)
      );
    };
    const best = options.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    found.set(city.id, best.label);
    taken.push({ rect: best.rect, weight: 6 });
  }
  return found;
}

/** The emptiest spot of the table beside the land: room for a compass rose. */
export function emptySpot(map: PrintedMap, land: Box): { x: number; y: number; r: number } {
  const points = map.hexes.map(([q, r]) => at([q, r]));
  let best = { x: land.x, y: land.y, r: 0 };
  for (let x = land.x; x < land.x + land.width; x += 20)
    for (let y = land.y; y < land.y + land.height; y += 20) {
      const edge = Math.min(x - land.x, land.x + land.width - x, y - land.y, land.y + land.height - y);
      const r = Math.min(edge, ...points.map(([px, py]) => Math.hypot(px - x, py - y) - SIZE));
      if (r > best.r) best = { x, y, r };
    }
  return best;
}
