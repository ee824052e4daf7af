/** Small arithmetic of drawings. */

import type { Point } from './geo';

/** Marks side by side: the place of the i-th of n, `step` apart, around the middle. */
export const beside = (i: number, n: number, step: number) => (i - (n - 1) / 2) * step;

/** A line from point to point, as path data. */
export const line = (points: readonly Point[]) =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
