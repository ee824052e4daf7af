/** Where the cities of an edition lie on the drawn board, and what moving one changes in its values. */

import { at as airsteamSpot, SIZE } from '../boards/airsteam/printed';
import { hexAt as airkwireHexAt, spot as airkwireSpot } from '../boards/airkwire/printed';
import {
  albersKm,
  placeOnUs,
  placeOnWorld,
  projectUs,
  projectWorld,
  type LonLat,
  type Point,
  type Projection,
} from '../furniture/geo';
import { roundHex, type Hex } from '../furniture/hex';
import { layAgain, nearestFree, type Rails } from './rails';
import { slugOf, withValue, type Path } from './sheets';

type Data = Record<string, unknown>;
type Table = Record<string, unknown>;

/** How a title's cities are moved. Points are units of its map. */
export interface Places {
  /** Where a city lies; null for one that is not there, or whose values are nonsense. */
  find: (data: Data, city: string) => Point | null;
  /** The values with the city at this point, or as near as the board allows. */
  move: (data: Data, city: string, to: Point) => Data;
  /** The point that an arrow key leads to; `far` with Shift. */
  step: (from: Point, key: string, far: boolean) => Point | null;
  /** The board as it was drawn last, with every city where the values have it now. */
  draw: (board: Data, data: Data) => Data;
  /** Where its place stands in the values: the first of its cells. */
  cell: (data: Data, city: string) => Path | null;
  /** "latitude 41.9, longitude 12.5". */
  say: (data: Data, city: string) => string;
}

const tables = (value: unknown): Table[] => (Array.isArray(value) ? (value as Table[]) : []);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function freeStep(from: Point, key: string, far: boolean): Point | null {
  const way = ARROWS[key];
  const length = far ? 12 : 2;
  return way ? [from[0] + way[0] * length, from[1] + way[1] * length] : null;
}

/** Cities at latitude and longitude. Where hexes count as well, a city takes along the hex that it comes to. */
function onEarth(
  idOf: (city: Table) => string,
  project: Projection,
  placeAt: (point: Point) => LonLat,
  hexOf: ((data: Data, place: LonLat) => Hex | null) | null = null,
): Places {
  const indexOf = (data: Data, id: string) => tables(data['city']).findIndex((city) => idOf(city) === id);
  const placeOf = (city: Table | undefined): LonLat | null =>
    isNumber(city?.['lon']) && isNumber(city['lat']) ? [city['lon'], city['lat']] : null;
  function withHex(data: Data, before: Table, from: LonLat, to: LonLat): Table {
    const [old, now] = [hexOf?.(data, from), hexOf?.(data, to)];
    if (!old || !now || !isNumber(before['q']) || !isNumber(before['r'])) return {};
    // The printed hex may be another than the one on the map: it moves by as many.
    return { q: before['q'] + now[0] - old[0], r: before['r'] + now[1] - old[1] };
  }
  return {
    find(data, id) {
      const place = placeOf(tables(data['city'])[indexOf(data, id)]);
      return place && project(place);
    },
    move(data, id, to) {
      const index = indexOf(data, id);
      const city = tables(data['city'])[index];
      const from = placeOf(city);
      if (!city || !from) return data;
      const [lon, lat] = placeAt(to).map((one) => Number(one.toFixed(2))) as [number, number];
      const hex = withHex(data, city, from, [lon, lat]);
      return withValue(data, ['city', index], { ...city, lat, lon, ...hex });
    },
    step: freeStep,
    draw(board, data) {
      const now = new Map(tables(data['city']).map((city) => [idOf(city), city]));
      const cities = tables(board['cities']).map((city) => {
        const found = now.get(String(city['id']));
        const place = placeOf(found);
        if (!found || !place) return city;
        const hex = isNumber(found['q']) && isNumber(found['r']) ? { hex: [found['q'], found['r']] } : {};
        return { ...city, lon: place[0], lat: place[1], ...hex };
      });
      return { ...board, cities };
    },
    cell: (data, id) => (indexOf(data, id) < 0 ? null : ['city', indexOf(data, id), 'lat']),
    say(data, id) {
      const city = tables(data['city'])[indexOf(data, id)];
      return `${String(city?.['name'])} lies at latitude ${String(city?.['lat'])}, longitude ${String(city?.['lon'])}`;
    },
  };
}

/** Left and right along a row; up and down from row to row, to and fro so that the column stays. */
function hexStep(hex: Hex, key: string): Hex | null {
  const way = ARROWS[key];
  if (!way) return null;
  const aside = way[1] === 0 ? 0 : hex[1] % 2 === 0 ? Math.max(0, -way[1]) : Math.min(0, -way[1]);
  return [hex[0] + way[0] + aside, hex[1] + way[1]];
}

/** Cities on hexes of their own, which fill the board: whoever lies there already changes places. */
const onHexes: Places = {
  find(data, id) {
    const city = tables(data['city']).find((one) => one['id'] === id);
    return isNumber(city?.['q']) && isNumber(city['r']) ? airkwireSpot({ q: city['q'], r: city['r'] }) : null;
  },
  move(data, id, to) {
    const index = tables(data['city']).findIndex((one) => one['id'] === id);
    const city = tables(data['city'])[index];
    if (!city) return data;
    const [q, r] = airkwireHexAt(to);
    let next = data;
    for (const list of ['city', 'blank'])
      tables(data[list]).forEach((other, i) => {
        if (other['q'] === q && other['r'] === r)
          next = withValue(next, [list, i], { ...other, q: city['q'], r: city['r'] });
      });
    return withValue(next, ['city', index], { ...city, q, r });
  },
  step(from, key) {
    const next = hexStep(airkwireHexAt(from), key);
    return next && airkwireSpot({ q: next[0], r: next[1] });
  },
  draw(board, data) {
    const place = (list: string) => {
      const now = new Map(tables(data[list]).map((one) => [one['id'], one]));
      return (one: Table) => {
        const found = now.get(one['id']);
        return isNumber(found?.['q']) && isNumber(found['r'])
          ? { ...one, q: found['q'], r: found['r'] }
          : one;
      };
    };
    return {
      ...board,
      cities: tables(board['cities']).map(place('city')),
      blanks: tables(board['blanks']).map(place('blank')),
    };
  },
  cell(data, id) {
    const index = tables(data['city']).findIndex((one) => one['id'] === id);
    return index < 0 ? null : ['city', index, 'q'];
  },
  say(data, id) {
    const city = tables(data['city']).find((one) => one['id'] === id);
    return `${String(city?.['name'])} lies in column ${String(city?.['q'])}, row ${String(city?.['r'])}`;
  },
};

const SHOWN_SEATS = 4;

/** Cities on tiles that are laid side by side; the links of a city are laid again to where it comes. */
function onTiles(): Places {
  const rails = (data: Data) => data as unknown as Rails;
  const located = (data: Data, id: string) => {
    for (const [t, tile] of (rails(data).tile ?? []).entries()) {
      const c = tile.cities.findIndex((city) => city.id === id);
      const city = tile.cities[c];
      if (city) return { tile, city, path: ['tile', t, 'cities', c, 'at'] as Path };
    }
    return null;
  };
  const offsetOf = (data: Data, tile: string): Hex =>
    rails(data).configuration.find((one) => one.players.includes(SHOWN_SEATS))?.offsets[tile] ?? [0, 0];
  const spotOf = (data: Data, id: string): Hex | null => {
    const found = located(data, id);
    if (!found || !found.city.at.every(isNumber)) return null;
    const [q, r] = offsetOf(data, found.tile.id);
    return [found.city.at[0] + q, found.city.at[1] + r];
  };
  return {
    find(data, id) {
      const hex = spotOf(data, id);
      return hex && airsteamSpot(hex);
    },
    move(data, id, to) {
      const found = located(data, id);
      if (!found) return data;
      const offset = offsetOf(data, found.tile.id);
      const [q, r] = roundHex(to, SIZE);
      const target = nearestFree(rails(data), found.tile, id, [q - offset[0], r - offset[1]]);
      const next = withValue(data, found.path, target);
      return layAgain(rails(next), id) as unknown as Data;
    },
    step(from, key) {
      const next = hexStep(roundHex(from, SIZE), key);
      return next && airsteamSpot(next);
    },
    draw(board, data) {
      const maps = tables(board['maps']).map((map) => ({
        ...map,
        cities: tables(map['cities']).map((city) => {
          const found = located(data, String(city['id']));
          const seats = (map['players'] as number[])[0] ?? 0;
          const laid = rails(data).configuration.find((one) => one.players.includes(seats));
          const offset = laid?.offsets[found?.tile.id ?? ''];
          if (!found || !offset || !found.city.at.every(isNumber)) return city;
          return { ...city, hex: [found.city.at[0] + offset[0], found.city.at[1] + offset[1]] };
        }),
      }));
      return { ...board, maps };
    },
    cell: (data, id) => located(data, id)?.path ?? null,
    say(data, id) {
      const found = located(data, id);
      return `${found?.city.name} lies at (${found?.city.at.join(', ')}) of tile ${found?.tile.id}`;
    },
  };
}

/** The hex of the printed board in which a place lies. */
function hexOnUs(data: Data, place: LonLat): Hex | null {
  const map = data['map'] as Table | undefined;
  const [radius, x0, y0] = ['hex_radius_km', 'hex_origin_x_km', 'hex_origin_y_km'].map((key) => map?.[key]);
  if (!isNumber(radius) || !isNumber(x0) || !isNumber(y0) || radius <= 0) return null;
  const [east, north] = albersKm(place);
  return roundHex([east - x0, y0 - north], radius);
}

const PLACES: Record<string, Places> = {
  airline: onEarth((city) => String(city['id']), projectWorld, placeOnWorld),
  tingoose: onEarth((city) => slugOf(city['name']), projectUs, placeOnUs, hexOnUs),
  airkwire: onHexes,
  airsteam: onTiles(),
};

export const placesOf = (title: string): Places | null => PLACES[title] ?? null;
