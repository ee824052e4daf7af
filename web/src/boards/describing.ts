/**
 * Everything explains itself: whatever carries `data-where` is described when it is hovered, focused or held.
 * One set of listeners serves all boards and furniture; `placed` marks an element.
 */

import type { Description } from '../api/types';
import type { Link } from './link.svelte';
import { nearestToward } from './placement';
import type { Where } from './where';

const HOVER_MS = 400;
const PRESS_MS = 500;
/** A finger that moves further drags, and does not ask. */
const STILL = 10;
const WRITING = 'input:not([type="range"]), textarea, select, dialog';
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
export const POPOVER_ID = 'description';

/** The attribute that makes an element a thing that can be described. */
export const placed = (where: Where): { 'data-where': string } => ({ 'data-where': JSON.stringify(where) });

type Thing = HTMLElement | SVGElement;

/** The thing that an event is about. What has a native title of its own explains itself already. */
function thingAt(target: EventTarget | null): Thing | null {
  if (!(target instanceof Element)) return null;
  const thing = target.closest<Thing>('[data-where]');
  const titled = target.closest('[title]');
  return thing && titled && thing.contains(titled) ? null : thing;
}

const whereOf = (thing: Thing): Where => JSON.parse(thing.dataset['where'] ?? '{}') as Where;

export class Describer {
  #link: Link;
  #describe: (where: Where, isWanted: () => boolean) => Promise<Description | null>;
  #showRule: (id: string) => void;
  /** Hovered or held. */
  #thing: Thing | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #start = { x: 0, y: 0 };
  /** A finger was held: the click that follows belongs to it. */
  #held = false;
  /** Where the focus was before the walk from thing to thing; null when nobody walks. */
  #from: Element | null = null;

  constructor(
    link: Link,
    describe: (where: Where, isWanted: () => boolean) => Promise<Description | null>,
    showRule: (id: string) => void,
  ) {
    this.#link = link;
    this.#describe = describe;
    this.#showRule = showRule;
  }

  /** Listens until the function that it returns is called. */
  listen(): () => void {
    const stop = new AbortController();
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      act: (event: DocumentEventMap[K]) => void,
      capture = false,
    ) => document.addEventListener(name, act, { signal: stop.signal, capture });
    on('pointerover', (event) => event.pointerType === 'mouse' && this.#hover(thingAt(event.target)));
    on('pointerdown', (event) => this.#press(event), true);
    on('pointermove', (event) => this.#move(event));
    on('pointerup', () => this.#lift());
    on('pointercancel', () => this.#lift());
    on('wheel', () => this.leave());
    on('click', (event) => this.#click(event), true);
    on('contextmenu', (event) => this.#held && event.preventDefault());
    on('focusin', (event) => this.#focus(event.target));
    on('focusout', () => this.#blur());
    on('keydown', (event) => this.#key(event), true);
    return () => {
      stop.abort();
      this.leave();
    };
  }

  /** Nothing is asked about any more. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#thing = null;
    this.#link.close(true);
  }

  #hover(thing: Thing | null): void {
    if (thing === this.#thing) return;
    if (this.#thing) this.leave();
    if (!thing) return;
    this.#thing = thing;
    this.#timer = setTimeout(() => void this.#show(thing, false), HOVER_MS);
  }

  #press(event: PointerEvent): void {
    this.#held = false;
    if (event.pointerType === 'mouse') return this.leave();
    const thing = thingAt(event.target);
    clearTimeout(this.#timer);
    if (!thing || !event.isPrimary) return;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.#held = true;
      void this.#show(thing, true);
    }, PRESS_MS);
  }

  #move(event: PointerEvent): void {
    if (event.pointerType === 'mouse') return;
    if (Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y) > STILL) this.#lift();
  }

  #lift(): void {
    if (!this.#thing) clearTimeout(this.#timer);
  }

  #click(event: MouseEvent): void {
    if (!this.#held) return;
    this.#held = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** Not at once: what is focused may just be taken out of the page, where nothing else may change. */
  #blur(): void {
    const asked = this.#asked;
    queueMicrotask(() => {
      if (asked === this.#asked) this.leave();
    });
  }

  #focus(target: EventTarget | null): void {
    const thing = thingAt(target);
    this.#link.close(true);
    if (thing && thing === target && thing.matches(':focus-visible')) void this.#show(thing, false);
    else if (!thing) this.#from = null;
  }

  async #show(thing: Thing, stays: boolean): Promise<void> {
    const asked = ++this.#asked;
    const found = await this.#describe(whereOf(thing), () => asked === this.#asked);
    if (asked !== this.#asked || !found || !thing.isConnected) return;
    this.#link.explain(whereOf(thing), thing, found, stays);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(WRITING)) return;
    const focused = document.activeElement;
    if (event.key === 'i') this.#ask(focused);
    else if (!this.#from || !(focused instanceof HTMLElement || focused instanceof SVGElement)) return;
    else if (ARROWS.includes(event.key)) this.#walk(focused, event.key);
    else if (event.key === 'Escape') this.#return();
    else if (event.key === 'Enter' && focused.getAttribute('role') !== 'button') this.#openRule();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** What is under the mouse or focused stays explained; else the walk begins at the first thing of the board. */
  #ask(focused: Element | null): void {
    const thing = this.#thing ?? (this.#from ? null : thingAt(focused));
    if (thing) return void this.#show(thing, true);
    const first = this.#things().find((one) => one.closest('#board .stage')) ?? this.#things()[0];
    if (!first) return;
    this.#from ??= focused;
    this.#step(first);
  }

  #things(): Thing[] {
    return [...document.querySelectorAll<Thing>('.room [data-where]')].filter((thing) => {
      const { x, y, width, height } = thing.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      const inside = middle.x > 0 && middle.y > 0 && middle.x < innerWidth && middle.y < innerHeight;
      return inside && width > 0 && height > 0 && !thing.closest('[title], [aria-hidden="true"]');
    });
  }

  #walk(from: Element, key: string): void {
    const things = this.#things().filter((thing) => thing !== from);
    const boxes = things.map((thing) => thing.getBoundingClientRect());
    const next = things[nearestToward(from.getBoundingClientRect(), boxes, key)];
    if (next) this.#step(next);
  }

  #step(thing: Thing): void {
    if (!thing.hasAttribute('tabindex')) thing.setAttribute('tabindex', '-1');
    thing.setAttribute('aria-describedby', POPOVER_ID);
    thing.addEventListener('blur', () => thing.removeAttribute('aria-describedby'), { once: true });
    thing.focus(); // and what is focused is described
  }

  #return(): void {
    const from = this.#from;
    this.#from = null;
    this.leave();
    if (from instanceof HTMLElement || from instanceof SVGElement) from.focus();
    if (document.activeElement?.matches('[data-where]')) (document.activeElement as HTMLElement).blur();
  }

  #openRule(): void {
    const rule = this.#link.popover?.description?.rules?.[0];
    if (rule) this.#showRule(rule);
  }
}
