/** Where the crowded cities of the house edition have their names; all others have them below. */

export type Side = 'above' | 'right' | 'left' | 'below';

export const SIDES: Record<string, Side> = {
  SEA: 'left',
  POR: 'left',
  MED: 'left',
  SFO: 'left',
  LAX: 'left',
  CHY: 'above',
  CHE: 'above',
  OMA: 'above',
  MIL: 'above',
  DET: 'above',
  BUF: 'above',
  NYC: 'right',
  PHL: 'right',
  WAS: 'right',
  BOS: 'right',
  JAX: 'right',
  MIA: 'right',
  ATL: 'below',
};

/** On a phone the map is cropped close to the coasts. */
export const SIDES_NARROW: Record<string, Side> = {
  SFO: 'below',
  BOS: 'above',
  TAM: 'left',
};

export const sideOf = (code: string, isNarrow: boolean): Side =>
  (isNarrow ? SIDES_NARROW[code] : undefined) ?? SIDES[code] ?? 'below';

/** The middle of a name from the middle of its city, and half its width and height. */
export function nameBox(
  text: string,
  side: Side,
  size: number,
  k: number,
): { dx: number; dy: number; wide: number; high: number } {
  const wide = text.length * size * 0.21;
  const high = size * 0.4;
  const dx = side === 'right' ? 13 * k + wide : side === 'left' ? -13 * k - wide : 0;
  const dy = side === 'above' ? -13 * k - high : side === 'below' ? size + 8 * k - high : 0;
  return { dx, dy, wide, high };
}
