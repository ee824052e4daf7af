/** What `game.board()` says of Tin Goose. */

import { usFromKm, type Point } from '../../furniture/geo';
import { centre, corners, type Hex } from '../../furniture/hex';
import type { TurnView } from '../../api/views/tingoose';

export interface City {
  id: string;
  code: string;
  name: string;
  colour: string;
  major: boolean;
  lat: number;
  lon: number;
  hex: Hex;
  near: string[];
}

export interface PrintedCard {
  id: string;
  era: string;
  kind: string;
  city: string;
  text: string;
  name?: string;
  size?: string;
  barrels?: number;
  flames?: number;
  win?: number;
  lose?: number;
  price?: number;
}

export interface Printed {
  rounds: number;
  eras: { id: string; rounds: number[] }[];
  cities: City[];
  lines: [string, string][];
  map: { hex_radius_km: number; hex_origin_x_km: number; hex_origin_y_km: number };
  destinations: { id: string; name: string; rounds: number[]; size: string; cost: number }[];
  income_track: { boxes: number[]; start: number };
  conditions: { id: string; name: string; effect: string }[];
  airmail: { id: string; start: string; target: string }[];
  airmail_reward: number;
  cards: PrintedCard[];
}

export const ERA_PAINT: Record<string, string> = {
  gold: '#8a5a06',
  blue: '#1d4f8c',
  red: '#9c2a1c',
};

export const SET_PAINT: Record<string, string> = {
  green: '#0b8461',
  black: '#2a2f38',
  magenta: '#b5478e',
  blue: '#1766b3',
};

/** The outline of a hex of the board on the map of the United States. */
export function outline(board: Printed, hex: Hex): string {
  const { hex_radius_km: radius, hex_origin_x_km: x0, hex_origin_y_km: y0 } = board.map;
  const [x, y] = centre(hex, radius);
  return corners(usFromKm([x0 + x, y0 - y]), radius / 5);
}

const count = (number: number | null | undefined, word: string) =>
  `${number} ${word}${number === 1 ? '' : 's'}`;

/** What an event card does, in a word and a figure. */
export function figures(card: PrintedCard): string {
  if (card.kind === 'fleet')
    return `${card.size} · ${count(card.barrels, 'barrel')} · ${count(card.flames, 'flame')}`;
  if (card.kind === 'strike') return `win $${card.win}, lose $${card.lose}`;
  return `$${card.price} per ${card.kind === 'crash' ? 'flame' : 'barrel'}`;
}

export const cardName = (card: PrintedCard) =>
  card.name ?? { strike: 'Strike', crash: 'Crash', oil: 'Oil' }[card.kind] ?? card.kind;

export type { Point };

/** One unit of hazard and of oil, about 24 units high around (0, 0). */
export const FLAME = 'M1-12C2-6 9-3 8 4 7.500 9 4 12 0 12S-8 9-8 4C-8 0-6-2-5-5-4-3-3-2-2-2-3-6-2-9 1-12Z';
export const BARREL = 'M-7-11H7V-8H6V-2H7V1H6V8H7V11H-7V8H-6V1H-7V-2H-6V-8H-7Z';

export const eraOf = (board: Printed, round: number) =>
  board.eras.find((era) => era.rounds.includes(round))?.id ?? 'gold';

/** The slots of a turn in words: what filled them, "" for a free one. */
export function taken(turn: TurnView): string[] {
  const times = (count: number, word: string) => Array.from({ length: count }, () => word);
  const used = [
    ...times(turn.advances, 'income'),
    ...times(turn.planes, 'plane'),
    ...times(turn.chips, 'labor'),
    ...times(turn.bonds, 'bond'),
  ];
  const all = Math.max(3, used.length + turn.slots_left);
  return [...used, ...times(all - used.length - turn.slots_left, 'abroad'), ...times(turn.slots_left, '')];
}
