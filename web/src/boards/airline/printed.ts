/** What `game.board()` says of Airline, and the names of what is on the track. */

import type { AircraftKind } from '../../furniture/aircraft';
import { CODES } from './labels';

export interface PrintedCity {
  id: string;
  name: string;
  lat: number;
  lon: number;
  fares: number[];
  pos: number;
}

export interface Space {
  pos: number;
  kind: string;
  city: string | null;
}

export interface PrintedAircraft {
  id: string;
  name: string;
  subsidy: number;
  maintenance: number;
}

export interface Printed {
  cities: PrintedCity[];
  routes: [string, string][];
  track: Space[];
  aircraft: PrintedAircraft[];
  money: Record<string, number>;
}

/** What a special space does, in a few words under its name. */
export function effect(kind: string, board: Printed): string {
  const amounts = (key: 'subsidy' | 'maintenance') => board.aircraft.map((a) => a[key]).join(' · ');
  const words: Record<string, string> = {
    subsidy: `+ ${amounts('subsidy')}`,
    maintenance: `− ${amounts('maintenance')}`,
    charter: '+ two dice',
    hijack: 'double: crash',
    air_cargo: `+ ${board.money['air_cargo'] ?? ''}`,
    crash: `− ${board.money['crash_cost'] ?? ''}, PROP`,
  };
  return words[kind] ?? '';
}

export const spaceName = (kind: string) => kind.replace('_', ' ').toUpperCase();

/** "TOK", "RIO", "NYC": for maps too small for names. */
export const code = (city: PrintedCity) =>
  CODES[city.id] ??
  city.name
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase();

/** A name for a small tile: "Rio" of "Rio de Janeiro". */
export const shortName = (city: PrintedCity) =>
  city.name.length > 12 ? (city.name.split(' ')[0] ?? city.name) : city.name;

export const craft = (id: string): AircraftKind =>
  id === 'prop' ? 'propliner' : id === 'jet' ? 'jet' : 'sst';
