/** What `game.board()` says of Kings of Air and Steam, and where it lies on the drawing. */

import type { Point } from '../../furniture/geo';
import { distance, centre, DIRECTIONS, neighbours, type Hex } from '../../furniture/hex';
import type { Box } from '../../furniture/zoom';

export interface Good {
  id: string;
  name: string;
  colour: string;
  letter: string;
}

export interface PrintedCard {
  id: string;
  speed: number;
  diamonds: number;
  letter: string;
  colour?: string;
  text?: string;
}

export interface PrintedLink {
  id: string;
  a: string;
  b: string;
  spaces: Hex[];
}

export interface PrintedMap {
  players: number[];
  hexes: [q: number, r: number, kind: string][];
  cities: { id: string; name: string; hex: Hex; good: string }[];
  factories: { id: string; hex: Hex; good: string }[];
  links: PrintedLink[];
}

export interface Printed {
  goods: Good[];
  prices: number[];
  city_demand: number;
  depot_costs: number[];
  airship_levels: { level: number; capacity: number; diamonds: number }[];
  train_levels: { level: number; links: number }[];
  cards: PrintedCard[];
  teams: {
    colour: string;
    name: string;
    order: number;
    card: string;
    characters: { id: string; name: string; text: string }[];
  }[];
  maps: PrintedMap[];
}

/** Centre to corner of a hex, in drawing units. */
export const SIZE = 30;

export const at = (hex: readonly number[]): Point => centre([hex[0] ?? 0, hex[1] ?? 0], SIZE);
export const key = (hex: readonly number[]) => `${hex[0]},${hex[1]}`;

export const GOOD_PAINT: Record<string, { paint: string; ink: string }> = {
  pink: { paint: '#c2477f', ink: '#ffffff' },
  brown: { paint: '#74451f', ink: '#ffffff' },
  white: { paint: '#f7f2e4', ink: '#26303c' },
  gray: { paint: '#66717d', ink: '#ffffff' },
  gold: { paint: '#e0a92c', ink: '#26303c' },
};
export const goodPaint = (good: Good | undefined) =>
  GOOD_PAINT[good?.colour ?? ''] ?? { paint: '#888888', ink: '#ffffff' };

/** A flask, a loaf, a shirt, a cog and a gem, around (0, 0) with radius 1. */
export const GLYPH: Record<string, string> = {
  chemicals: 'M-.34-1H.34V-.8H.24V-.3L.86.72Q1 1 .7 1H-.7Q-1 1-.86.72L-.24-.3V-.8H-.34Z',
  food: 'M0-1Q.34-.66 0-.3-.34-.66 0-1ZM-.1-.1Q-.1-.6-.7-.62-.7-.12-.1-.1ZM.1-.1Q.1-.6.7-.62.7-.12.1-.1ZM-.1.44Q-.1-.04-.7-.08-.7.42-.1.44ZM.1.44Q.1-.04.7-.08.7.42.1.44ZM-.1 1V.5H.1V1Z',
  textiles: 'M-.36-.86Q0-.56.36-.86L1-.46.72.1.5-.02V.9H-.5V-.02L-.72.1-1-.46Z',
  machinery:
    'M-.2-1H.2L.26-.72.5-.6.76-.76 1-.44.8-.2V.2L1 .44.76.76.5.6.26.72.2 1H-.2L-.26.72-.5.6-.76.76-1 .44-.8.2V-.2L-1-.44-.76-.76-.5-.6-.26-.72ZM0-.32A.32.32 0 1 0 0 .32.32.32 0 1 0 0-.32Z',
  luxuries: 'M-.56-.7H.56L1-.16 0 .94-1-.16ZM-.5-.1 0 .62.5-.1Z',
};

/** The map of so many seats. */
export function mapOf(board: Printed, seats: number): PrintedMap {
  const found = board.maps.find((map) => map.players.includes(seats)) ?? board.maps[0];
  if (!found) throw new Error('no map');
  return found;
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Where a hex is, by what a person sees: a space of a line, or the nearest city. */
export function nameOf(map: PrintedMap, links: readonly Omit<PrintedLink, 'id'>[], hex: Hex): string {
  const link = links.find((one) => one.spaces.some((space) => key(space) === key(hex)));
  if (!link) {
    const near = [...map.cities].sort((a, b) => distance(hex, a.hex) - distance(hex, b.hex))[0];
    return near ? `Hex near ${near.name}` : 'Hex';
  }
  const city = (id: string) => map.cities.find((one) => one.id === id)?.name ?? id;
  const line = `${city(link.a)}–${city(link.b)}`;
  if (link.spaces.length === 1) return line;
  const before = link.spaces.findIndex((space) => key(space) === key(hex));
  const after = link.spaces.length - 1 - before;
  const [number, end] = before <= after ? [before, link.a] : [after, link.b];
  return `${line}, ${ORDINALS[number]} space from ${city(end)}`;
}

export function boxOf(map: PrintedMap): Box {
  const points = map.hexes.map(([q, r]) => at([q, r]));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs) - SIZE - 4, Math.min(...ys) - SIZE - 8];
  return { x, y, width: Math.max(...xs) + SIZE + 4 - x, height: Math.max(...ys) + SIZE + 8 - y };
}

/** Where an airship could be, hex by hex, with the steps that the last card took. */
export type Spots = Map<string, { hex: Hex; away: number }>;

/**
 * Slot by slot where the airship could be after its card. A place that is planned for, and reached, is where the next
 * card begins; without one it begins wherever the last one ends. Empty slots are passed over.
 */
export function trail(
  map: PrintedMap,
  from: Hex,
  cards: readonly (PrintedCard | null)[],
  pins: readonly (Hex | null)[],
): { spots: Spots; pin: Hex | null; from: Hex[] }[] {
  const kinds = new Map(map.hexes.map(([q, r, kind]) => [key([q, r]), kind]));
  let now: Hex[] = [from];
  return cards.map((card, i) => {
    const start = now;
    if (!card) return { spots: new Map(), pin: null, from: start };
    const spots = flown(kinds, start, card);
    const wish = pins[i] ?? null;
    const pin = wish && spots.has(key(wish)) ? wish : null;
    now = pin ? [pin] : [...spots.values()].map((spot) => spot.hex);
    return { spots, pin, from: start };
  });
}

function flown(kinds: Map<string, string>, start: readonly Hex[], card: PrintedCard): Spots {
  const found: Spots = new Map();
  const from = new Map(start.map((hex) => [key(hex), hex]));
  const next = new Map<string, Hex>();
  if (card.speed === 0) from.forEach((hex, k) => next.set(k, hex));
  else if (card.id === '7**S') for (const one of from.values()) straight(one, card.speed, kinds, next);
  else flights(from, card.speed, kinds, next);
  for (const [k, hex] of next)
    if (['plain', 'factory', 'rail'].includes(kinds.get(k) ?? ''))
      found.set(k, { hex, away: Math.min(...start.map((one) => distance(one, hex))) });
  return found;
}

/**
 * For each hex where an airship may stop the first of these cards (1, 2, …) after which it can be there:
 * a card of speed n ends anywhere between 1 and n flying hexes away; one in a straight line ends in six places at most.
 */
export function reach(map: PrintedMap, from: Hex, cards: readonly PrintedCard[]): Map<string, number> {
  const kinds = new Map(map.hexes.map(([q, r, kind]) => [key([q, r]), kind]));
  const stops = (hex: Hex) => ['plain', 'factory', 'rail'].includes(kinds.get(key(hex)) ?? '');
  const found = new Map<string, number>();
  let now = new Map<string, Hex>([[key(from), from]]);
  cards.forEach((card, i) => {
    const next = new Map<string, Hex>();
    if (card.speed === 0) now.forEach((hex, k) => next.set(k, hex));
    else if (card.id === '7**S') for (const start of now.values()) straight(start, card.speed, kinds, next);
    else flights(now, card.speed, kinds, next);
    now = new Map([...next].filter(([, hex]) => stops(hex)));
    for (const k of now.keys()) if (!found.has(k)) found.set(k, i + 1);
  });
  return found;
}

function straight(start: Hex, speed: number, kinds: Map<string, string>, into: Map<string, Hex>): void {
  for (const [dq, dr] of DIRECTIONS) {
    const path = Array.from({ length: speed }, (_, i): Hex => [
      start[0] + dq * (i + 1),
      start[1] + dr * (i + 1),
    ]);
    const end = path[speed - 1];
    if (end && path.every((hex) => kinds.has(key(hex)))) into.set(key(end), end);
  }
}

function flights(
  from: Map<string, Hex>,
  speed: number,
  kinds: Map<string, string>,
  into: Map<string, Hex>,
): void {
  const seen = new Set(from.keys());
  let ring = [...from.values()];
  for (let step = 1; step <= speed; step++) {
    const outer: Hex[] = [];
    for (const hex of ring)
      for (const to of neighbours(hex)) {
        if (seen.has(key(to)) || !kinds.has(key(to))) continue;
        seen.add(key(to));
        into.set(key(to), to);
        outer.push(to);
      }
    ring = outer;
  }
  // From several places one can also end where another of them was.
  if (from.size > 1) from.forEach((hex, k) => into.set(k, hex));
}

/** "2 Food, 1 Textiles", or "nothing". */
export function cargo(goods: readonly Good[], cubes: Record<string, number>): string {
  const words = goods.filter((good) => cubes[good.id]).map((good) => `${cubes[good.id]} ${good.name}`);
  return words.join(', ') || 'nothing';
}

/** Cubes one by one while they are few, else one of each kind with its number. */
export function piles(
  goods: readonly Good[],
  cubes: Record<string, number>,
): { good: Good; count: number }[] {
  const kinds = goods.filter((good) => cubes[good.id]).map((good) => ({ good, count: cubes[good.id] ?? 0 }));
  const total = kinds.reduce((sum, one) => sum + one.count, 0);
  if (total > 6) return kinds;
  return kinds.flatMap(({ good, count }) => Array.from({ length: count }, () => ({ good, count: 1 })));
}
