/**
 * Things of the board that can be dragged into an open form: a city into a deal. The form says what it takes and
 * where it lies on the page; the board makes its places carriable. Pointer events, so that it works inside drawings
 * and by finger; whatever can be dragged can be clicked as well.
 */

import type { Where } from './where';

export interface Taker {
  /** Whether this thing belongs in the form, and in which of its sides. */
  side: (where: Where) => string | null;
  put: (where: Where) => void;
  /** The form on the page; closed it takes nothing. */
  element: HTMLElement;
}

class Carry {
  taker = $state.raw<Taker | null>(null);
  /** What is being carried, and where the pointer is. */
  now = $state.raw<{ where: Where; name: string; side: string; x: number; y: number; over: boolean } | null>(
    null,
  );

  takes(where: Where): string | null {
    const taker = this.taker;
    if (!taker || taker.element.getClientRects().length === 0) return null;
    return taker.side(where);
  }

  move(where: Where, name: string, side: string, x: number, y: number): void {
    const under = document.elementFromPoint(x, y);
    this.now = { where, name, side, x, y, over: this.taker?.element.contains(under) ?? false };
  }

  drop(put: boolean): void {
    const carried = this.now;
    this.now = null;
    if (put && carried?.over) this.taker?.put(carried.where);
  }
}

export const carry = new Carry();

/** How far the pointer goes before a press becomes a drag. */
const FAR = 6;

/** Makes an element carriable while a form is open that takes it: `{@attach carriable(() => ({ where, name }))}`. */
export function carriable(thing: () => { where: Where; name: string }) {
  return (element: Element) => {
    let start: { id: number; x: number; y: number; side: string } | null = null;
    let moved = false;
    const move = (event: PointerEvent) => {
      if (event.pointerId !== start?.id) return;
      moved ||= Math.hypot(event.clientX - start.x, event.clientY - start.y) >= FAR;
      const { where, name } = thing();
      if (moved) carry.move(where, name, start.side, event.clientX, event.clientY);
    };
    const stop = (event?: PointerEvent) => {
      if (event && event.pointerId !== start?.id) return;
      start = null;
      carry.drop(event?.type === 'pointerup');
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', stop);
      window.removeEventListener('pointercancel', stop);
    };
    const listen: Record<string, (event: PointerEvent) => void> = {
      pointerenter: () => {
        (element as SVGElement).style.cursor = carry.takes(thing().where) === null ? '' : 'grab';
      },
      pointerdown: (event) => {
        moved = false;
        const side = event.button === 0 && !start ? carry.takes(thing().where) : null;
        if (side === null) return;
        // The drawing would be moved instead.
        event.stopPropagation();
        start = { id: event.pointerId, x: event.clientX, y: event.clientY, side };
        window.addEventListener('pointermove', move);
        window.addEventListener('pointerup', stop);
        window.addEventListener('pointercancel', stop);
      },
    };
    // A drag that ends where it began is no press.
    const click = (event: Event) => {
      if (moved) event.stopPropagation();
      moved = false;
    };
    const each = Object.entries(listen) as [string, EventListener][];
    each.forEach(([type, act]) => element.addEventListener(type, act));
    element.addEventListener('click', click, true);
    return () => {
      if (start) stop();
      each.forEach(([type, act]) => element.removeEventListener(type, act));
      element.removeEventListener('click', click, true);
    };
  };
}
