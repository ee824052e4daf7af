/** Seat colours that stay apart for every kind of colour vision, and a shape for each seat besides. */

/**
 * On cream, and in the dark: at least 3:1 against the page, `seats.test.ts`. What cannot be so bright or so dark without
 * becoming another colour is in `EDGED`; every mark, bar and line of a seat is drawn with an edge of ink.
 */
const PAINT: Record<string, readonly [string, string]> = {
  red: ['#c7361f', '#ee6a50'],
  vermilion: ['#c45300', '#f07f2e'],
  orange: ['#e0820f', '#f2a13a'],
  yellow: ['#e9bd1c', '#f2cb3a'],
  gold: ['#d9a21b', '#e3b13a'],
  green: ['#0b7f5d', '#2fb58a'],
  blue: ['#1766b3', '#5aa2ea'],
  sky: ['#237cae', '#74c4f0'],
  purple: ['#8d4f9e', '#bf8ad0'],
  violet: ['#8d4f9e', '#bf8ad0'],
  magenta: ['#b5478e', '#dd7fba'],
  pink: ['#b8527f', '#e79cc0'],
  brown: ['#7a4e2a', '#b98a5e'],
  black: ['#2a2f38', '#0a0e13'],
  white: ['#f5f1e6', '#f5f1e6'],
  gray: ['#6d747e', '#a3abb5'],
  grey: ['#6d747e', '#a3abb5'],
  silver: ['#a9b2bc', '#c3cad2'],
  teal: ['#12808a', '#45b3bc'],
};
export const SEAT_COLOURS = Object.keys(PAINT);
/** Told by their edge: light ones on cream, black in the dark. */
export const EDGED = { light: ['orange', 'yellow', 'gold', 'white', 'silver'], dark: ['black'] };
const ORDER = ['red', 'blue', 'yellow', 'green', 'purple', 'orange'];

export const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'hexagon', 'star'] as const;
export type Shape = (typeof SHAPES)[number];

export function paintOf(colour: string, seat = 0, dark = false): string {
  const known = PAINT[colour.toLowerCase()] ?? PAINT[ORDER[seat % ORDER.length] ?? 'red'];
  return known?.[dark ? 1 : 0] ?? '#c7361f';
}

export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? 'circle';
}

/** How bright a colour (#rrggbb) is, as WCAG reckons it. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** Ink that reads on a paint (#rrggbb). */
export function inkOn(paint: string): string {
  return contrast('#182433', paint) > contrast('#ffffff', paint) ? '#182433' : '#ffffff';
}

/** A shape around (0, 0) with radius 1, as path data. */
export const SHAPE_PATH: Record<Shape, string> = {
  circle: 'M0-.95A.95.95 0 1 1 0 .95.95.95 0 1 1 0-.95Z',
  square: 'M-.82-.82H.82V.82H-.82Z',
  triangle: 'M0-1.02 1 .76H-1Z',
  diamond: 'M0-1.08 1.08 0 0 1.08-1.08 0Z',
  hexagon: 'M0-1.02.88-.51V.51L0 1.02-.88.51V-.51Z',
  star: 'M0-1.1.3-.38 1.06-.33.48.17.66.9 0 .5-.66.9-.48.17-1.06-.33-.3-.38Z',
};
