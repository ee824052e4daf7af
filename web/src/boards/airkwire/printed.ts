/** What `game.board()` says of Air-Kwire, and where its hexes lie on the map of the United States. */

import type { AirkwireView } from '../../api/views/airkwire';
import type { AircraftKind } from '../../furniture/aircraft';
import type { Point } from '../../furniture/geo';
import { distance, nearestHex, type Hex } from '../../furniture/hex';
import type { Choice } from '../board';

export interface City {
  id: string;
  code: string;
  name: string;
  q: number;
  r: number;
  points: number;
}

export interface PrintedAirline {
  id: string;
  name: string;
  short: string;
  letter: string;
  colour_hex: string;
  home: string;
}

export interface Space {
  index: number;
  price: number;
  city_limit: number;
  aircraft: string[];
}

export interface Printed {
  cities: City[];
  blanks: { id: string; label: string; q: number; r: number }[];
  airlines: PrintedAirline[];
  aircraft: { id: string; name: string; range: number; min_price: number }[];
  track: Space[];
  power_cards: { id: string; name: string; text: string }[];
  cycle: number;
  shares_per_airline: number;
  end_points: number;
  immunity_points: number;
}

/** Least squares of the house edition's hexes on the map: columns and rows in units of the drawing. */
const COLUMN = 68.3;
const ROW = 65.7;
const ORIGIN: Point = [80, 72];

export const spot = ({ q, r }: { q: number; r: number }): Point => [
  ORIGIN[0] + COLUMN * (q + r / 2),
  ORIGIN[1] + ROW * r,
];

/** The hex in which a point of the map lies. */
export function hexAt([x, y]: Point): Hex {
  const r = (y - ORIGIN[1]) / ROW;
  return nearestHex((x - ORIGIN[0]) / COLUMN - r / 2, r);
}

/** A hex a little higher than wide, as the map asks for. */
export function outline(place: { q: number; r: number }, grow = 1): string {
  const [x, y] = spot(place);
  const [w, h] = [(COLUMN / 2) * grow, (ROW / 1.5) * grow];
  return [
    [0, -1],
    [1, -0.5],
    [1, 0.5],
    [0, 1],
    [-1, 0.5],
    [-1, -0.5],
  ]
    .map(([dx, dy]) => `${(x + (dx ?? 0) * w).toFixed(1)},${(y + (dy ?? 0) * h).toFixed(1)}`)
    .join(' ');
}

export const craft = (id: string): AircraftKind =>
  id === 'tri_motor' ? 'trimotor' : id === 'boeing_247' ? 'prop' : 'propliner';

const hexOf = (city: City): Hex => [city.q, city.r];

/** The shortest tree of flights that joins the cities, from the first on: how a network is drawn. */
export function tree(cities: City[]): [City, City][] {
  const [first, ...rest] = cities;
  if (!first) return [];
  const joined = [first];
  const left = [...rest];
  const flights: [City, City][] = [];
  while (left.length > 0) {
    let best: [City, City] | null = null;
    let length = Infinity;
    for (const from of joined)
      for (const to of left) {
        const far = distance(hexOf(from), hexOf(to));
        if (far < length) [best, length] = [[from, to], far];
      }
    if (!best) break;
    flights.push(best);
    joined.push(best[1]);
    left.splice(left.indexOf(best[1]), 1);
  }
  return flights;
}

/** Degrees clockwise from north. */
export const heading = ([x1, y1]: Point, [x2, y2]: Point): number =>
  (Math.atan2(x2 - x1, y1 - y2) * 180) / Math.PI;

export interface Flight {
  airline: PrintedAirline;
  /** The city of its network that is nearest. */
  from: City;
  /** Aircraft by id. */
  aircraft: string[];
  ceo: number | null;
}

/** Where an airline flies from: its home and every city it serves. */
export function network(board: Printed, view: AirkwireView, airline: PrintedAirline): City[] {
  const ids = new Set([airline.home, ...(view.airlines[airline.id]?.cities.map((one) => one.city) ?? [])]);
  return board.cities.filter((city) => ids.has(city.id));
}

export const nearest = (from: City[], to: City): City | undefined =>
  [...from].sort((a, b) => distance(hexOf(a), hexOf(to)) - distance(hexOf(b), hexOf(to)))[0];

/**
 * Who can fly to a city and with what: exactly the routes that are offered now, or, before it comes to that,
 * what range, price and markers allow to the airlines of which the viewer holds shares.
 */
export function flightsTo(board: Printed, view: AirkwireView, city: City, offered: Choice[]): Flight[] {
  return board.airlines.flatMap((airline): Flight[] => {
    const now = view.airlines[airline.id];
    const cities = network(board, view, airline);
    const from = nearest(cities, city);
    if (!now || now.status !== 'open' || !from) return [];
    const ids = board.aircraft.map((one) => one.id);
    const offers = offered.filter((choice) => choice.where?.['airline'] === airline.id);
    const far = distance(hexOf(from), hexOf(city));
    const able = board.aircraft
      .filter((one) => one.range >= far && (now.hangar[one.id] ?? 0) > 0)
      .filter((one) => now.aircraft_allowed.includes(one.id))
      .map((one) => one.id);
    const free = far > 0 && now.cities.length < now.city_limit && (now.shares[view.seat ?? -1] ?? 0) > 0;
    const aircraft =
      offered.length > 0
        ? ids.filter((id) => offers.some((choice) => choice.where?.['aircraft'] === id))
        : free
          ? able
          : [];
    return aircraft.length > 0 ? [{ airline, from, aircraft, ceo: now.ceo }] : [];
  });
}
