/** Where on the page the places are that a lesson speaks of, and where their numbers go. */

import type { LessonRemark } from '../api/types';
import { touches, type Where } from '../boards/where';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Light {
  /** 0: lit without a number. */
  number: number;
  box: Box;
}

const isSame = (one: Where, other: Where) => touches(one, other) && touches(other, one);

/**
 * The places in sight that a point speaks of: those that bear its very name, else those that it touches. On a phone a
 * figure of a seat is not shown; then its seat is.
 */
export function findPlaces(points: LessonRemark[], also: Where | null): Light[] {
  const all = [...document.querySelectorAll<Element>('[data-where]')].map((element) => ({
    element,
    where: JSON.parse(element.getAttribute('data-where') ?? '{}') as Where,
  }));
  const wanted = [
    ...points.map((point, i) => ({ number: i + 1, where: point.where ?? {} })),
    { number: 0, where: also ?? {} },
  ];
  return wanted.flatMap(({ number, where }) => {
    if (Object.keys(where).length === 0) return [];
    const exact = all.filter((one) => isSame(one.where, where));
    const near = all.filter((one) => touches(where, one.where));
    const boxes = inSight(exact);
    return (boxes.length > 0 ? boxes : inSight(near)).map((box) => ({ number, box }));
  });
}

/** The first place of the board that a point speaks of, in sight or not. */
export function findOnBoard(points: LessonRemark[]): Element | undefined {
  const all = [...document.querySelectorAll<Element>('#board [data-where]')];
  const isMeant = (element: Element, where: Where) =>
    isSame(JSON.parse(element.getAttribute('data-where') ?? '{}') as Where, where);
  return points
    .map((point) => all.find((element) => isMeant(element, point.where ?? {})))
    .find((element) => element !== undefined);
}

/** The boxes of what was found; what lies within another of them is no place of its own. */
const inSight = (found: { element: Element }[]): Box[] =>
  found
    .filter(
      ({ element }) => !found.some((other) => other.element !== element && other.element.contains(element)),
    )
    .flatMap(({ element }) => boxOf(markOf(element)));

/** Of a place drawn on a map its mark, without name and tokens; anything else as a whole. */
function markOf(element: Element): Element {
  if (!(element instanceof SVGElement)) return element;
  const isMark = (shape: Element) => {
    const { width, height } = shape.getBoundingClientRect();
    return width >= 8 && width <= 60 && height >= 8 && height <= 60;
  };
  const whole = element.getBoundingClientRect();
  if (whole.width <= 60 && whole.height <= 60) return element;
  return [...element.querySelectorAll('circle, rect, path')].find(isMark) ?? element;
}

/** The box of what is in sight; nothing for what is hidden, or for the most part scrolled away. */
function boxOf(element: Element): Box[] {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return [];
  const seen = { left, top, right: left + width, bottom: top + height };
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflow !== 'visible') cut(seen, around.getBoundingClientRect());
  }
  cut(seen, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const part = Math.max(0, seen.right - seen.left) * Math.max(0, seen.bottom - seen.top);
  if (part < (width * height) / 2) return [];
  return [
    {
      x: Math.round(seen.left),
      y: Math.round(seen.top),
      width: Math.round(seen.right - seen.left),
      height: Math.round(seen.bottom - seen.top),
    },
  ];
}

type Edges = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

function cut(seen: { -readonly [edge in keyof Edges]: number }, by: Edges): void {
  seen.left = Math.max(seen.left, by.left);
  seen.top = Math.max(seen.top, by.top);
  seen.right = Math.min(seen.right, by.right);
  seen.bottom = Math.min(seen.bottom, by.bottom);
}

const FAR = 46;
/** A number has this radius, and a ring stands so far from its place. */
const RADIUS = 14;
const RING = 5;
const DIRECTIONS = [-60, -120, -20, -160, 30, 150, 60, 120, 180, 0, 90].map(
  (degree) => (degree * Math.PI) / 180,
);

/** A number beside its place, away from the other places, the names and figures of the seats, and other numbers. */
export function placeNumbers(lights: Light[], board: Box | null) {
  const placed: { number: number; x: number; y: number; toX: number; toY: number }[] = [];
  const words = document.querySelector('.question')?.getBoundingClientRect();
  const labels = [...document.querySelectorAll('.seats .who, .seats .figures')].map((one) =>
    one.getBoundingClientRect(),
  );
  const middles = lights.map(({ box }) => [box.x + box.width / 2, box.y + box.height / 2] as const);
  lights.forEach(({ number, box }, i) => {
    if (number === 0 || placed.some((one) => one.number === number)) return;
    const [toX, toY] = middles[i] ?? [0, 0];
    const options = DIRECTIONS.map((angle) => {
      const x = toX + Math.cos(angle) * (Math.min(box.width, 70) / 2 + FAR - 12);
      const y = toY + Math.sin(angle) * (Math.min(box.height, 70) / 2 + FAR - 12);
      const inside = x > 16 && y > 16 && x < innerWidth - 16 && y < innerHeight - 16;
      // In the bar at the top only where it would else stand on the words.
      const seen = inside ? (y > 60 ? 500 : 200) : 0;
      const isOnWords = words && x > words.left && x < words.right && y > words.top && y < words.bottom;
      const isOnLabel = labels.some(
        ({ left, right, top, bottom, width }) =>
          width > 0 &&
          x > left - RADIUS &&
          x < right + RADIUS &&
          y > top - RADIUS / 2 &&
          y < bottom + RADIUS / 2,
      );
      const near = [...middles.filter((_, k) => k !== i), ...placed.map((one) => [one.x, one.y] as const)];
      const free = Math.min(90, ...near.map(([a, b]) => Math.hypot(a - x, b - y)));
      const onBoard = board && x < board.x + board.width && x > board.x && y > board.y ? 10 : 0;
      return { x, y, worth: free + onBoard + seen - (isOnWords ? 400 : 0) - (isOnLabel ? 150 : 0) };
    });
    const best = options.reduce((a, b) => (b.worth > a.worth ? b : a));
    // The line ends at the ring: what is within stays to be read.
    const clamp = (value: number, low: number, size: number) =>
      Math.max(low - RING, Math.min(low + size + RING, value));
    const end = { toX: clamp(best.x, box.x, box.width), toY: clamp(best.y, box.y, box.height) };
    placed.push({ number, x: best.x, y: best.y, ...end });
  });
  return placed;
}
