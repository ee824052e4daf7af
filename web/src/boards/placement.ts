/** Where a popover goes: beside its thing, inside the window, and off what must stay in sight. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Wider than the ring of light around a thing. */
const GAP = 16;
const EDGE = 8;

const clamp = (value: number, most: number) => Math.max(EDGE, Math.min(most, value));

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/**
 * The best of the four sides of `thing`. Its own thing weighs most: that is never covered where there is room on any
 * side; then what is in `keep`.
 */
export function placeBeside(
  thing: Box,
  size: { width: number; height: number },
  window: { width: number; height: number },
  keep: Box[] = [],
): { x: number; y: number } {
  const most = { x: window.width - size.width - EDGE, y: window.height - size.height - EDGE };
  const across = clamp(thing.x + thing.width / 2 - size.width / 2, most.x);
  const along = clamp(thing.y + thing.height / 2 - size.height / 2, most.y);
  const spots = [
    { x: across, y: clamp(thing.y - size.height - GAP, most.y) },
    { x: across, y: clamp(thing.y + thing.height + GAP, most.y) },
    { x: clamp(thing.x - size.width - GAP, most.x), y: along },
    { x: clamp(thing.x + thing.width + GAP, most.x), y: along },
    // Where there is no room beside the thing, as on a phone: over or under what must stay in sight.
    ...keep.map((one) => ({ x: across, y: clamp(one.y + one.height + GAP, most.y) })),
    ...keep.map((one) => ({ x: across, y: clamp(one.y - size.height - GAP, most.y) })),
  ];
  const cost = (spot: { x: number; y: number }) => {
    const box = { ...spot, ...size };
    return overlap(box, thing) * 100 + keep.reduce((sum, one) => sum + overlap(box, one), 0);
  };
  return spots.reduce((best, spot) => (cost(spot) < cost(best) ? spot : best));
}

/** A popover that is less high than this says too little. */
const LEAST = 130;

/**
 * How high a popover as wide as the window may be, so that above or below its thing it covers nothing of `keep`;
 * null where there is no such room.
 */
export function heightBeside(thing: Box, window: { height: number }, keep: Box[] = []): number | null {
  const tops = keep.filter((one) => one.y >= thing.y + thing.height).map((one) => one.y);
  const bottoms = keep.filter((one) => one.y + one.height <= thing.y).map((one) => one.y + one.height);
  const above = thing.y - GAP - Math.max(0, ...bottoms) - EDGE;
  const below = Math.min(window.height, ...tops) - EDGE - (thing.y + thing.height + GAP);
  const most = Math.max(above, below);
  return most < LEAST ? null : most;
}

/** The nearest of several boxes in the direction of an arrow key; -1 where there is none. */
export function nearestToward(from: Box, boxes: Box[], key: string): number {
  const middle = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const here = middle(from);
  let best = -1;
  let least = Infinity;
  boxes.forEach((box, i) => {
    const there = middle(box);
    const dx = there.x - here.x;
    const dy = there.y - here.y;
    const [ahead, aside] =
      key === 'ArrowLeft'
        ? [-dx, dy]
        : key === 'ArrowRight'
          ? [dx, dy]
          : key === 'ArrowUp'
            ? [-dy, dx]
            : [dy, dx];
    const cost = ahead + 2.5 * Math.abs(aside);
    if (ahead > 1 && cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}
