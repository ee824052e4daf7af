import { describe, expect, it, vi } from 'vitest';
import { projectWorld } from '../furniture/geo';
import { MovingLink } from './moving';
import { placesOf, type Places } from './places';

interface Data extends Record<string, unknown> {
  city: { id: string; name: string; lat: number; lon: number }[];
}
const START: Data = { city: [{ id: 'rome', name: 'Rome', lat: 41.9, lon: 12.5 }] };

/** A workshop with one city, whose drawing has one unit for each pixel. */
function made() {
  const seen = { data: START, settled: [] as unknown[], pick: vi.fn() };
  const link = new MovingLink({
    places: placesOf('airline') as Places,
    data: () => seen.data,
    show: (data) => (seen.data = data as Data),
    settle: (before) => seen.settled.push(before),
    pick: seen.pick,
  });
  const element = document.createElement('div');
  Object.assign(element, { getScreenCTM: () => ({ inverse: () => null }) });
  const attributes = () =>
    link.attributes({ city: 'rome' }, 'Rome, free', true) as Record<string, (event: unknown) => void>;
  const press = (key: string, more = {}) =>
    attributes()['onkeydown']?.({ key, preventDefault: vi.fn(), stopPropagation: vi.fn(), ...more });
  return { seen, link, element, attributes, press };
}
const latitude = (data: Data) => data.city[0]?.lat ?? 0;

describe('a city of the drawn board', () => {
  it('can be reached by keyboard where it lies on the map, and nowhere else', () => {
    const { link } = made();
    expect(link.attributes({ city: 'rome' }, 'Rome', true)).toMatchObject({ role: 'button', tabindex: 0 });
    expect(link.attributes({ city: 'rome' }, 'Rome')).toMatchObject({ role: 'img' });
    expect(link.attributes({ box: 3 }, 'Box 3', true)).toMatchObject({ role: 'img' });
  });
  it('is moved by several keys as one change', () => {
    const { seen, attributes, press } = made();
    press('ArrowUp');
    press('ArrowUp');
    expect(latitude(seen.data)).toBeGreaterThan(42);
    expect(seen.settled).toEqual([]);
    attributes()['onblur']?.({});
    expect(seen.settled).toEqual([START]);
  });
  it('is put back by Escape', () => {
    const { seen, attributes, press } = made();
    press('ArrowDown', { shiftKey: true });
    expect(latitude(seen.data)).toBeLessThan(40);
    press('Escape');
    attributes()['onblur']?.({});
    expect(seen.data).toBe(START);
    expect(seen.settled).toEqual([]);
  });
  it('shows its row at Enter', () => {
    const { seen, press } = made();
    press('Enter');
    expect(seen.pick).toHaveBeenCalledWith(['rome']);
  });
});

describe('a city that is dragged', () => {
  class Point {
    constructor(
      readonly x: number,
      readonly y: number,
    ) {}
    matrixTransform() {
      return this;
    }
  }
  vi.stubGlobal('DOMPoint', Point);
  const pointer = (type: string, x: number, y: number, id = 7) =>
    Object.assign(new MouseEvent(type, { clientX: x, clientY: y }), { pointerId: id });
  function grab() {
    const all = made();
    const place = Object.assign(all.element, { getScreenCTM: () => ({ inverse: () => ({}) }) });
    all.attributes()['onpointerdown']?.({
      button: 0,
      pointerId: 7,
      clientX: 100,
      clientY: 100,
      currentTarget: place,
      stopPropagation: vi.fn(),
    });
    return all;
  }
  it('follows the pointer and stays where it is dropped', () => {
    const { seen, link } = grab();
    window.dispatchEvent(pointer('pointermove', 102, 101));
    expect(seen.data).toBe(START);
    window.dispatchEvent(pointer('pointermove', 130, 90, 8));
    expect(seen.data).toBe(START);
    window.dispatchEvent(pointer('pointermove', 130, 90));
    const [x, y] = projectWorld([12.5, 41.9]);
    const now = seen.data.city[0];
    const [nowX, nowY] = projectWorld([now?.lon ?? 0, now?.lat ?? 0]);
    expect(nowX).toBeCloseTo(x + 30, 1);
    expect(nowY).toBeCloseTo(y - 10, 1);
    window.dispatchEvent(pointer('pointerup', 130, 90));
    expect(seen.settled).toEqual([START]);
    expect(link.wasDragged).toBe(true);
    window.dispatchEvent(pointer('pointermove', 200, 200));
    expect(seen.data.city[0]).toBe(now);
  });
  it('is put back by Escape, and is pressed when it was not moved', () => {
    const { seen } = grab();
    window.dispatchEvent(pointer('pointermove', 130, 90));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    window.dispatchEvent(pointer('pointerup', 130, 90));
    expect(seen.data).toBe(START);
    expect(seen.settled).toEqual([]);
    const { link } = grab();
    window.dispatchEvent(pointer('pointerup', 100, 100));
    expect(link.wasDragged).toBe(false);
  });
});
