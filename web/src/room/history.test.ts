import { describe, expect, test } from 'vitest';
import type { RoomState } from '../state/room.svelte';
import { momentWords, nextWaypoint, pathAt, pathBetween, roundIn, thinOut, waypointsOf } from './history';

describe('the flight path', () => {
  const waypoints = waypointsOf([0, 4, 8, 12, 16, 20], [0, 0, 1, 1, 2, 2]);
  test('has a waypoint where a round begins', () => {
    expect(waypoints).toEqual([
      { round: 1, position: 8 },
      { round: 2, position: 16 },
    ]);
  });
  test('leads from waypoint to waypoint, and to both ends', () => {
    expect(nextWaypoint(waypoints, 0, 1, 20)).toBe(8);
    expect(nextWaypoint(waypoints, 16, 1, 20)).toBe(20);
    expect(nextWaypoint(waypoints, 16, -1, 20)).toBe(8);
    expect(nextWaypoint(waypoints, 8, -1, 20)).toBe(0);
  });
  test('climbs, cruises and comes down', () => {
    const [start, middle, end] = [0, 0.5, 1].map((t) => pathAt(t, 10, 110));
    expect(start?.x).toBe(10);
    expect(end?.x).toBe(110);
    expect(middle?.y).toBeLessThan(start?.y ?? 0);
    expect(middle?.heading).toBeCloseTo(90);
    expect(start?.heading).toBeLessThan(90);
    expect(end?.heading).toBeGreaterThan(90);
    expect(pathBetween(0, 1, 10, 110)).toMatch(/^M10.0 25.0L.*L110.0 25.0$/);
  });
  test('of a long match shows as many rounds as can be told apart', () => {
    const long = Array.from({ length: 52 }, (_, i) => ({ round: i + 1, position: i * 10 }));
    expect(thinOut(long).map(({ round }) => round)).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
    expect(thinOut(waypoints)).toEqual(waypoints);
  });
  test('knows the round of a phase', () => {
    expect(roundIn('Round 12 · Red · flying')).toBe(12);
    expect(roundIn('Set-up · bases')).toBe(0);
  });
});

test('a moment is told by its round and by who moved last, without a number of a seat', () => {
  const at = (last_actor: number | null, round: number) =>
    momentWords({
      past: { last_actor, round },
      players: [{ name: 'Ann' }, { name: 'Roy Tillinghurst (bot)' }],
    } as unknown as RoomState);
  expect(at(1, 3)).toBe('round 3, after a move of Roy Tillinghurst');
  expect(at(null, 0)).toBe('set-up');
});
