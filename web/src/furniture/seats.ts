/** Seat colours that stay apart for every kind of colour vision, and a shape for each seat besides. */

const PAINT: Record<string, string> = {
  red: '#c7361f',
  vermilion: '#d55e00',
  orange: '#e0820f',
  yellow: '#e9bd1c',
  gold: '#d9a21b',
  green: '#0b8461',
  blue: '#1766b3',
  sky: '#56b4e9',
  purple: '#8d4f9e',
  violet: '#8d4f9e',
  magenta: '#b5478e',
  pink: '#d57aa8',
  brown: '#7a4e2a',
  black: '#2a2f38',
  white: '#f5f1e6',
  gray: '#8a9099',
  grey: '#8a9099',
  silver: '#a9b2bc',
  teal: '#12808a',
};
const ORDER = ['red', 'blue', 'yellow', 'green', 'purple', 'orange'];

export const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'hexagon', 'star'] as const;
export type Shape = (typeof SHAPES)[number];

export function paintOf(colour: string, seat = 0): string {
  return PAINT[colour.toLowerCase()] ?? PAINT[ORDER[seat % ORDER.length] ?? 'red'] ?? '#c7361f';
}

export function shapeOf(seat: number): Shape {
  return SHAPES[seat % SHAPES.length] ?? 'circle';
}

/** Ink that reads on a paint (#rrggbb). */
export function inkOn(paint: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(paint.slice(i, i + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.36 ? '#182433' : '#ffffff';
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
