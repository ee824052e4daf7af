import { describe, expect, test } from 'vitest';
import { heightBeside, nearestToward, placeBeside, type Box } from './placement';

const window = { width: 1000, height: 800 };
const size = { width: 300, height: 200 };
const covers = (spot: { x: number; y: number }, box: Box) =>
  spot.x < box.x + box.width &&
  spot.x + size.width > box.x &&
  spot.y < box.y + box.height &&
  spot.y + size.height > box.y;

describe('a popover', () => {
  test('stands above its thing, inside the window', () => {
    expect(placeBeside({ x: 500, y: 400, width: 20, height: 20 }, size, window)).toEqual({ x: 360, y: 184 });
    expect(placeBeside({ x: 0, y: 400, width: 20, height: 20 }, size, window).x).toBe(8);
  });
  test('never covers its thing, wherever that is', () => {
    for (let x = 0; x <= 960; x += 40)
      for (let y = 0; y <= 760; y += 40) {
        const thing = { x, y, width: 40, height: 40 };
        expect(covers(placeBeside(thing, size, window), thing)).toBe(false);
      }
  });
  test('keeps off what must stay in sight', () => {
    const ask = { x: 350, y: 150, width: 300, height: 100 };
    const spot = placeBeside({ x: 500, y: 400, width: 20, height: 20 }, size, window, [ask]);
    expect(covers(spot, ask)).toBe(false);
  });
});

test('an arrow key goes to the nearest thing on that side', () => {
  const at = (x: number, y: number): Box => ({ x, y, width: 10, height: 10 });
  const boxes = [at(50, 0), at(200, 0), at(0, 50), at(60, 60)];
  expect(nearestToward(at(0, 0), boxes, 'ArrowRight')).toBe(0);
  expect(nearestToward(at(0, 0), boxes, 'ArrowDown')).toBe(2);
  expect(nearestToward(at(0, 0), boxes, 'ArrowUp')).toBe(-1);
  expect(nearestToward(at(300, 0), boxes, 'ArrowLeft')).toBe(1);
});

describe('the height of a popover on a phone', () => {
  const question = { x: 14, y: 440, width: 240, height: 44 };
  const button = { x: 20, y: 730, width: 350, height: 44 };

  test('leaves its thing, the question and the button in sight', () => {
    const thing = { x: 100, y: 300, width: 20, height: 20 };
    const height = heightBeside(thing, { height: 844 }, [question, button]) ?? 0;
    const size = { width: 374, height };
    const at = placeBeside(thing, size, { width: 390, height: 844 }, [question, button]);
    expect(at.y).toBeGreaterThanOrEqual(8);
    expect(at.y + height).toBeLessThan(thing.y);
  });

  test('goes below where there is more room', () => {
    const thing = { x: 100, y: 60, width: 20, height: 20 };
    expect(heightBeside(thing, { height: 844 }, [question, button])).toBe(440 - 8 - 96);
  });

  test('is not limited where neither side has room', () => {
    expect(heightBeside({ x: 0, y: 120, width: 390, height: 250 }, { height: 844 }, [question])).toBeNull();
  });
});
