/** Where the names of the cities stand: beside, above or below, wherever least is in the way. */

import type { Hex } from '../../furniture/hex';
import type { Box } from '../../furniture/zoom';
import { at, SIZE, type PrintedMap } from './printed';

export interface Label {
  /** From the middle of the city. */
  dx: number;
  dy: number;
  anchor: 'middle' | 'start' | 'end';
  /** The room it takes. */
  rect: Rect;
}

export interface Rect {
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

/** `laid` is track that was laid in the game: only names in its way leave their places. */
export function labels(
  map: PrintedMap,
  land: Box,
  size: number,
  laid: readonly Hex[] = [],
): Map<string, Label> {
  const taken: Taken[] = [
    ...map.cities.map((city) => ({ rect: around(at(city.hex), 34), weight: 4 })),
    ...map.factories.map((one) => ({ rect: yard(at(one.hex)), weight: 4 })),
    ...map.links.flatMap((link) => link.spaces.map((hex) => ({ rect: around(at(hex), 23), weight: 4 }))),
  ];
  const found = new Map<string, Label>();
  for (const city of map.cities) {
    const best = leastInTheWay(city, land, size, taken);
    found.set(city.id, best);
    taken.push({ rect: best.rect, weight: 6 });
  }
  const track = laid.map((hex) => ({ rect: around(at(hex), 23), weight: 4 }));
  for (const city of map.cities) {
    const old = found.get(city.id);
    if (!old || track.every((one) => overlap(old.rect, one.rect) === 0)) continue;
    const others = taken.filter((one) => one.rect !== old.rect);
    const best = leastInTheWay(city, land, size, [...others, ...track]);
    found.set(city.id, best);
    taken.push({ rect: best.rect, weight: 6 });
  }
  return found;
}

interface Taken {
  rect: Rect;
  weight: number;
}

function leastInTheWay(
  city: PrintedMap['cities'][number],
  land: Box,
  size: number,
  taken: readonly Taken[],
): Label {
  const [x, y] = at(city.hex);
  const w = city.name.length * size * LETTER;
  const h = size * 0.8;
  const beside = (dx: number, dy: number, anchor: Label['anchor']): Label => ({
    dx,
    dy,
    anchor,
    rect: { x: x + dx - (anchor === 'middle' ? w / 2 : anchor === 'end' ? w : 0), y: y + dy - h, w, h },
  });
  const options = [
    beside(0, 37 + h, 'middle'),
    beside(0, -38, 'middle'),
    beside(38, h / 2, 'start'),
    beside(-38, h / 2, 'end'),
    ...[-38, 37 + h].flatMap((dy) =>
      ([14, 0, -14] as const).flatMap((dx) => [beside(-dx, dy, 'start'), beside(dx, dy, 'end')]),
    ),
    ...[-20, 20 + h].flatMap((dy) => [beside(33, dy, 'start'), beside(-33, dy, 'end')]),
  ];
  const cost = ({ rect }: Label) => {
    const inside = overlap(rect, { x: land.x, y: land.y, w: land.width, h: land.height });
    return (w * h - inside) * 20 + taken.reduce((sum, one) => sum + overlap(rect, one.rect) * one.weight, 0);
  };
  return options.reduce((a, b) => (cost(b) < cost(a) ? b : a));
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

export interface Berth {
  x: number;
  y: number;
}

/** Half the width, height above and height below the middle of an airship; rows of cubes hang below. */
export const SHIP = { wide: 28, up: 14, down: 14, cargo: 16 };

/**
 * Where airships hover: beside their hex, over nothing that must be read. `taken` is what stands on the map.
 * One after the other, each out of the way of those before.
 */
export function berths(
  ships: readonly { at: readonly [number, number]; rows: number }[],
  taken: readonly Rect[],
  land: Box,
): Berth[] {
  const full = [...taken];
  const room = { x: land.x, y: land.y, w: land.width, h: land.height };
  return ships.map(({ at: [x, y], rows }) => {
    const offers: Berth[] = [{ x, y: y - 4 }];
    for (const far of [30, 40, 50, 62])
      for (let i = 0; i < 12; i++) {
        const angle = ((i * 30 - 90) * Math.PI) / 180;
        offers.push({ x: x + far * 1.25 * Math.cos(angle), y: y + far * Math.sin(angle) });
      }
    const rect = (one: Berth): Rect => ({
      x: one.x - SHIP.wide,
      y: one.y - SHIP.up,
      w: 2 * SHIP.wide,
      h: SHIP.up + SHIP.down + rows * SHIP.cargo,
    });
    const cost = (one: Berth) => {
      const mine = rect(one);
      const out = mine.w * mine.h - overlap(mine, room);
      const covered = full.reduce((sum, other) => sum + overlap(mine, other), 0);
      return covered + out * 4 + Math.hypot(one.x - x, one.y - y) * 1.5;
    };
    const best = offers.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    full.push(rect(best));
    return best;
  });
}

/** What stands on the map and must be seen: cities with their names, factories, depots. */
export function standing(
  map: PrintedMap,
  names: ReadonlyMap<string, Label>,
  depots: readonly (readonly number[])[],
): Rect[] {
  return [
    ...map.cities.map((city) => around(at(city.hex), 33)),
    ...[...names.values()].map((label) => label.rect),
    ...map.factories.map((one) => yard(at(one.hex))),
    ...depots.map((hex) => ({ ...around(at(hex), 24), h: 50 })),
  ];
}
