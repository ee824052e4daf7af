/** The arithmetic of moving and enlarging a drawing. */

export interface Frame {
  x: number;
  y: number;
  k: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Enlarges to `k` so that the point `at` stays where it is. */
export function toward(frame: Frame, at: readonly [number, number], k: number): Frame {
  const ratio = k / frame.k;
  return { k, x: at[0] - (at[0] - frame.x) * ratio, y: at[1] - (at[1] - frame.y) * ratio };
}

/** Keeps the drawing in its box: never smaller than it, never moved out of it. */
export function clamp(frame: Frame, box: Box, max: number): Frame {
  const k = Math.min(max, Math.max(1, frame.k));
  const range = (start: number, size: number, value: number) =>
    Math.min(start * (1 - k), Math.max((start + size) * (1 - k), value)) + 0;
  return { k, x: range(box.x, box.width, frame.x), y: range(box.y, box.height, frame.y) };
}
