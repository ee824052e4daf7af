/** Where the badges with gains stand: beside their city, off names, other cities and each other. */

export interface Gain {
  id: string;
  at: readonly [number, number];
  words: string;
}
export interface Badge extends Gain {
  x: number;
  y: number;
}

/** The room of a name: its middle, half its width and half its height. */
export interface NameBox {
  x: number;
  y: number;
  wide: number;
  high: number;
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
  [52, 34],
  [-52, 34],
  [52, -34],
  [-52, -34],
] as const;

const amount = (words: string) => Number(words.replace(/\D/g, ''));

/** The largest gains first; one for which there is no room is left out: its row in the rail has it. */
export function placeGains(
  gains: Gain[],
  cities: readonly (readonly [number, number])[],
  k: number,
  edge: { right: number },
  names: readonly NameBox[] = [],
): Badge[] {
  const placed: Badge[] = [];
  const near = (x: number, y: number, other: readonly [number, number], wide: number, high: number) =>
    Math.abs(x - other[0]) < wide * k && Math.abs(y - other[1]) < high * k;
  for (const gain of [...gains].sort((a, b) => amount(b.words) - amount(a.words))) {
    const isOnName = (x: number, y: number) =>
      names.some((name) =>
        near(x, y, [name.x, name.y], BADGE.width / 2 + name.wide / k, BADGE.height / 2 + name.high / k),
      );
    const best = SIDES.map(([dx, dy]) => ({ ...gain, x: gain.at[0] + dx * k, y: gain.at[1] + dy * k })).find(
      ({ x, y }) =>
        x + (BADGE.width / 2) * k < edge.right &&
        !placed.some((one) => near(x, y, [one.x, one.y], BADGE.width, BADGE.height)) &&
        !cities.some((city) => near(x, y, city, BADGE.width / 2 + CITY, BADGE.height / 2 + CITY)) &&
        !isOnName(x, y),
    );
    if (best) placed.push(best);
  }
  return placed;
}
