// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPlaces, placeNumbers } from './lessonLight';

const point = (where: Record<string, unknown>) => ({ text: '', where });

/** A part of the page with its box, which jsdom does not know by itself. */
function add(
  where: object | null,
  box: [number, number, number, number],
  into: Element,
  className = '',
): Element {
  const made = document.createElement('div');
  const [x, y, width, height] = box;
  made.className = className;
  if (where) made.dataset['where'] = JSON.stringify(where);
  made.getBoundingClientRect = () => new DOMRect(x, y, width, height);
  into.append(made);
  return made;
}

beforeEach(() => {
  for (const whole of [document.documentElement, document.body])
    whole.getBoundingClientRect = () => new DOMRect(0, 0, innerWidth, innerHeight);
});
afterEach(() => document.body.replaceChildren());

test('a seat is lit as a whole, not once more its first figure', () => {
  const seat = add({ seat: 1 }, [300, 40, 260, 90], document.body);
  add({ seat: 1 }, [310, 70, 70, 21], seat);
  add({ seat: 1, figure: 'cash' }, [390, 70, 70, 21], seat);
  expect(findPlaces([point({ seat: 1 })], null).map(({ box }) => box.width)).toEqual([260]);
  expect(findPlaces([point({ seat: 1, figure: 'cash' })], null).map(({ box }) => box.x)).toEqual([390]);
});

test('the number of a figure covers neither names nor figures, and its line ends at the ring', () => {
  const seats = add(null, [0, 40, 1040, 90], document.body, 'seats');
  add(null, [6, 44, 260, 30], seats, 'who');
  const row = add(null, [6, 74, 260, 21], seats, 'figures');
  add({ seat: 0, figure: 'cash' }, [100, 74, 70, 21], row);
  const lights = findPlaces([point({ seat: 0, figure: 'cash' })], null);
  const [number] = placeNumbers(lights, { x: 0, y: 130, width: 1040, height: 690 });
  expect(number?.y).toBeGreaterThan(95 + 7);
  expect(number?.toY).toBe(74 + 21 + 5);
});
