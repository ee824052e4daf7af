/** Where the badges with gains stand: beside their city, off the other cities and off each other. */

export interface Gain {
  id: string;
  at: readonly [number, number];
  words: string;
}
export interface Badge extends Gain {
  x: number;
  y: number;
}

export const BADGE = { width: 52, height: 28 };
const CITY = 13;
const SIDES = [
  [44, 24],
  [-44, 24],
  [44, -24],
  [-44, -24],
  [0, 40],
  [0, -40],
] as const;

const amount = (words: string) => Number(words.replace(/\D/g, ''));

/** The largest gains first; one for which there is no room is left out: its row in the rail has it. */
export function placeGains(
  gains: Gain[],
  cities: readonly (readonly [number, number])[],
  k: number,
  edge: { right: number },
): Badge[] {
  const placed: Badge[] = [];
  const near = (x: number, y: number, other: readonly [number, number], wide: number, high: number) =>
    Math.abs(x - other[0]) < wide * k && Math.abs(y - other[1]) < high * k;
  for (const gain of [...gains].sort((a, b) => amount(b.words) - amount(a.words))) {
    for (const [dx, dy] of SIDES) {
      const [x, y] = [gain.at[0] + dx * k, gain.at[1] + dy * k];
      const isFree =
        x + (BADGE.width / 2) * k < edge.right &&
        !placed.some((one) => near(x, y, [one.x, one.y], BADGE.width, BADGE.height)) &&
        !cities.some((city) => near(x, y, city, BADGE.width / 2 + CITY, BADGE.height / 2 + CITY));
      if (isFree) {
        placed.push({ ...gain, x, y });
        break;
      }
    }
  }
  return placed;
}
