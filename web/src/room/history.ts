/** The way through the match: its rounds as waypoints, and the moment on show in words. */

import { withoutMark } from '../state/names';
import type { RoomState } from '../state/room.svelte';

export interface Waypoint {
  round: number;
  /** The first position known to be of this round. */
  position: number;
}

/** Where rounds begin, among positions in order with their rounds. */
export function waypointsOf(positions: number[], rounds: number[]): Waypoint[] {
  const found: Waypoint[] = [];
  for (const [i, position] of positions.entries()) {
    const round = rounds[i] ?? 0;
    if (round > (found.at(-1)?.round ?? 0)) found.push({ round, position });
  }
  return found;
}

const MOST = 16;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Of a long match every second, fifth, tenth round: so many as can be told apart. */
export function thinOut(waypoints: Waypoint[]): Waypoint[] {
  const step = STEPS.find((one) => waypoints.length / one <= MOST) ?? 1000;
  return waypoints.filter(({ round }) => round % step === 0);
}

/** The nearest waypoint before or after a position; the ends where there is none. */
export function nextWaypoint(waypoints: Waypoint[], at: number, step: 1 | -1, end: number): number {
  return step > 0
    ? (waypoints.find(({ position }) => position > at)?.position ?? end)
    : (waypoints.filter(({ position }) => position < at).at(-1)?.position ?? 0);
}

/** The round that a phase of the game names; 0 during set-up and where it names none. */
export const roundIn = (phase: string): number => Number(/^Round (\d+)/.exec(phase)?.[1] ?? 0);

/** "seat 2, Ann · round 3"; "Now" when no earlier moment is on show. */
export function momentWords(table: RoomState): string {
  const moment = table.past;
  if (!moment) return 'Now';
  const player = moment.last_actor === null ? null : table.players[moment.last_actor];
  const when = moment.round > 0 ? `round ${moment.round}` : 'set-up';
  return player ? `${when}, after a move of ${withoutMark(player.name)}` : when;
}

const [HIGH, LOW] = [9, 25];

/** The flight path: from the ground up to the cruise and down again. `t` from 0 to 1. */
export function pathAt(t: number, left: number, right: number): { x: number; y: number; heading: number } {
  const x = left + t * (right - left);
  const y = LOW - (LOW - HIGH) * Math.sin(Math.PI * t);
  const slope = (-(LOW - HIGH) * Math.PI * Math.cos(Math.PI * t)) / Math.max(1, right - left);
  return { x, y, heading: 90 + (Math.atan(slope) * 180) / Math.PI };
}

/** The path between two moments as the `d` of an SVG path. */
export function pathBetween(from: number, to: number, left: number, right: number): string {
  const steps = Math.max(1, Math.ceil(Math.abs(to - from) * 24));
  return Array.from({ length: steps + 1 }, (_, i) => {
    const { x, y } = pathAt(from + ((to - from) * i) / steps, left, right);
    return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}
