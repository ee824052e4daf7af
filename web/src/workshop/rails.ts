/** The links of Kings of Air and Steam on their tiles: where a city can lie, and its links laid again. */

import { distance, neighbours, within, type Hex } from '../furniture/hex';

interface City {
  id: string;
  name: string;
  at: Hex;
}
interface Tile {
  id: string;
  cities: City[];
  factories: { id: string; at: Hex }[];
  links: { id: string; a: string; b: string; spaces: Hex[] }[];
}
interface CrossLink {
  id: string;
  a: string;
  b: string;
  spaces: [tile: string, q: number, r: number][];
}
/** The values of an edition that say where things lie. */
export interface Rails {
  map: { tile_radius: number };
  tile: Tile[];
  cross_link: CrossLink[];
  configuration: { players: number[]; tiles: string[]; offsets: Record<string, Hex> }[];
}

const LONGEST = 4;
const SHORTEST = 2;
const key = ([q, r]: Hex) => `${q},${r}`;
const plus = ([q, r]: Hex, [dq, dr]: Hex): Hex => [q + dq, r + dr];

/** The hex of the tile that is nearest to one and has no other city and no factory. */
export function nearestFree(data: Rails, tile: Tile, city: string, wanted: Hex): Hex {
  const others = tile.cities.filter((one) => one.id !== city);
  const taken = new Set([...others, ...tile.factories].map((one) => key(one.at)));
  const free = within([0, 0], Math.min(8, data.map.tile_radius)).filter((hex) => !taken.has(key(hex)));
  return free.sort((a, b) => distance(a, wanted) - distance(b, wanted))[0] ?? wanted;
}

/** The edition with every link of a city from where it lies now; one for which there is no way stays as it is. */
export function layAgain(data: Rails, city: string): Rails {
  const touches = ({ a, b }: { a: string; b: string }) => a === city || b === city;
  let now = data;
  data.tile.forEach((tile, t) =>
    tile.links.forEach((link, l) => {
      if (!touches(link)) return;
      const old = link.spaces.map((space): [string, Hex] => [tile.id, space]);
      const way = findWay(now, link, [tile.id], old);
      if (!way) return;
      const spaces = way.map(([, hex]) => hex);
      const links = now.tile[t]?.links.map((one, i) => (i === l ? { ...one, spaces } : one)) ?? [];
      now = { ...now, tile: now.tile.map((one, i) => (i === t ? { ...one, links } : one)) };
    }),
  );
  data.cross_link.forEach((link, l) => {
    if (!touches(link)) return;
    const home = (id: string) => data.tile.find((tile) => tile.cities.some((one) => one.id === id))?.id ?? '';
    const old = link.spaces.map(([tile, q, r]): [string, Hex] => [tile, [q, r]]);
    const way = findWay(now, link, [home(link.a), home(link.b)], old);
    if (!way) return;
    const spaces = way.map(([tile, [q, r]]): [string, number, number] => [tile, q, r]);
    now = { ...now, cross_link: now.cross_link.map((one, i) => (i === l ? { ...one, spaces } : one)) };
  });
  return now;
}

/** The way from city to city over free hexes of these tiles that keeps most of the old spaces; null if there is none. */
function findWay(
  data: Rails,
  link: { id: string; a: string; b: string },
  tiles: string[],
  old: [string, Hex][],
): [string, Hex][] | null {
  const laid = data.configuration.find((one) => tiles.every((tile) => one.tiles.includes(tile)));
  if (!laid) return null;
  const there = data.tile.filter((tile) => laid.tiles.includes(tile.id));
  const toMap = (tile: string, hex: Hex) => plus(hex, laid.offsets[tile] ?? [0, 0]);
  const land = new Map<string, [string, Hex]>();
  const shut = new Set<string>();
  const ends: Partial<Record<string, Hex>> = {};
  for (const tile of there) {
    if (tiles.includes(tile.id))
      for (const hex of within([0, 0], Math.min(8, data.map.tile_radius)))
        land.set(key(toMap(tile.id, hex)), [tile.id, hex]);
    for (const one of tile.cities) {
      const place = toMap(tile.id, one.at);
      const isEnd = one.id === link.a || one.id === link.b;
      if (isEnd) ends[one.id] = place;
      // A rail space touches no city but its own two.
      for (const hex of isEnd ? [place] : [place, ...neighbours(place)]) shut.add(key(hex));
    }
    for (const one of tile.factories) {
      const place = toMap(tile.id, one.at);
      for (const hex of [place, ...neighbours(place)]) shut.add(key(hex));
    }
    for (const other of tile.links)
      if (other.id !== link.id) for (const hex of other.spaces) shut.add(key(toMap(tile.id, hex)));
  }
  for (const other of data.cross_link)
    if (other.id !== link.id)
      for (const [tile, q, r] of other.spaces)
        if (laid.tiles.includes(tile)) shut.add(key(toMap(tile, [q, r])));
  const [from, to] = [ends[link.a], ends[link.b]];
  if (!from || !to) return null;
  const known = new Set(old.map(([tile, hex]) => key(toMap(tile, hex))));
  let best: { way: Hex[]; cost: number } | null = null;
  const walk = (way: Hex[], cost: number) => {
    const here = way.at(-1) ?? from;
    if (way.length >= SHORTEST && distance(here, to) === 1 && (!best || cost < best.cost))
      best = { way, cost };
    if (way.length >= LONGEST) return;
    for (const next of neighbours(here)) {
      const name = key(next);
      if (!land.has(name) || shut.has(name) || way.some((one) => key(one) === name)) continue;
      walk([...way, next], cost + (known.has(name) ? 1 : 2));
    }
  };
  walk([], 0);
  const found = best as { way: Hex[] } | null;
  return found && found.way.map((hex) => land.get(key(hex)) ?? ['', hex]);
}
