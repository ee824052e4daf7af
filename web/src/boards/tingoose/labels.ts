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
