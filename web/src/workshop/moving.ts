/** Cities of the drawn board are moved: dragged by mouse or finger, or by the arrow keys once focused. */

import { Link } from '../boards/link.svelte';
import type { Where } from '../boards/where';
import type { Point } from '../furniture/geo';
import type { Places } from './places';

type Data = Record<string, unknown>;

/** What moves get from the workshop and what they do there. */
export interface Bench {
  places: Places;
  data: () => Data | null;
  /** Shows the values as the move would have them. */
  show: (data: Data, city: string) => void;
  /** The move is over; with its values from before, so that it can be undone. */
  settle: (before: Data, city: string) => void;
  /** The city is pressed without being moved. */
  pick: (ids: string[]) => void;
}

/** How far the pointer goes before a press becomes a move. */
const FAR = 6;

/** One city on its way. */
interface Move {
  city: string;
  before: Data;
  from: Point;
  at: Point;
  /** The pointer that drags it: its id and where it was put down; null while keys move it. */
  pointer: { id: number; x: number; y: number; ground: DOMMatrix } | null;
  moved: boolean;
}

export class MovingLink extends Link {
  #bench: Bench;
  #move: Move | null = null;
  /** The click that follows a drag is no press. */
  wasDragged = false;

  constructor(bench: Bench) {
    super(
      () => null,
      () => undefined,
    );
    this.#bench = bench;
  }

  override attributes(where: Where, name: string, onMap = false): Record<string, unknown> {
    const base = super.attributes(where, name);
    const city = where['city'];
    if (!onMap || typeof city !== 'string') return base;
    return {
      ...base,
      role: 'button',
      tabindex: 0,
      'aria-label': `${name}. Arrow keys move it`,
      'data-movable': city,
      style: 'cursor: grab; touch-action: none',
      onpointerdown: (event: PointerEvent) => this.#grab(event, city),
      onkeydown: (event: KeyboardEvent) => this.#press(event, city),
      onfocus: () => this.light(where),
      onblur: () => {
        if (this.#move && !this.#move.pointer) this.#end();
        this.light(null);
      },
    };
  }

  #begin(city: string): Move | null {
    this.#end();
    const before = this.#bench.data();
    const from = before && this.#bench.places.find(before, city);
    if (!before || !from) return null;
    this.#move = { city, before, from, at: from, pointer: null, moved: false };
    return this.#move;
  }

  #go(move: Move, at: Point): void {
    move.at = at;
    move.moved = true;
    this.#bench.show(this.#bench.places.move(move.before, move.city, at), move.city);
  }

  #end(): void {
    const move = this.#move;
    this.#move = null;
    if (move?.moved) this.#bench.settle(move.before, move.city);
  }

  /** Everything as it was before the move. */
  #giveUp(): void {
    const move = this.#move;
    this.#move = null;
    if (move?.moved) this.#bench.show(move.before, move.city);
  }

  #grab(event: PointerEvent, city: string): void {
    if (event.button !== 0 || this.#move?.pointer) return;
    const place = event.currentTarget as SVGGraphicsElement;
    const drawn =
      place.closest('[data-picture]')?.querySelector<SVGGraphicsElement>('[data-ground]') ?? place;
    const ground = drawn.getScreenCTM()?.inverse();
    const move = ground && this.#begin(city);
    if (!ground || !move) return;
    // The drawing would be moved instead.
    event.stopPropagation();
    this.wasDragged = false;
    move.pointer = { id: event.pointerId, x: event.clientX, y: event.clientY, ground };
    const stop = new AbortController();
    const on = <K extends keyof WindowEventMap>(type: K, act: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, act, { signal: stop.signal, capture: true });
    const isMine = (other: PointerEvent) => other.pointerId === event.pointerId;
    on('pointermove', (other) => {
      if (this.#move !== move) stop.abort();
      else if (isMine(other)) this.#drag(move, other);
    });
    on('pointerup', (other) => {
      if (!isMine(other)) return;
      stop.abort();
      this.wasDragged = move.moved;
      this.#end();
    });
    on('pointercancel', (other) => {
      if (!isMine(other)) return;
      stop.abort();
      this.#giveUp();
    });
    on('keydown', (other) => {
      if (other.key !== 'Escape') return;
      other.stopPropagation();
      stop.abort();
      this.wasDragged = move.moved;
      this.#giveUp();
    });
  }

  #drag(move: Move, event: PointerEvent): void {
    const { pointer, from } = move;
    if (!pointer) return;
    if (!move.moved && Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) < FAR) return;
    const on = (x: number, y: number) => new DOMPoint(x, y).matrixTransform(pointer.ground);
    const [then, now] = [on(pointer.x, pointer.y), on(event.clientX, event.clientY)];
    this.#go(move, [from[0] + now.x - then.x, from[1] + now.y - then.y]);
  }

  #press(event: KeyboardEvent, city: string): void {
    // What the keys did so far is one change, to be taken back as a whole.
    if (event.key === 'z') this.#end();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#end();
      this.#bench.pick([city]);
    } else if (event.key === 'Escape' && this.#move) this.#giveUp();
    else if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      // The drawing would be moved instead.
      event.stopPropagation();
      const move = this.#move?.city === city ? this.#move : this.#begin(city);
      const to = move && this.#bench.places.step(move.at, event.key, event.shiftKey);
      if (to) this.#go(move, to);
    }
  }
}
