/** The thread between bar and board: what is hovered here lights up there, what is pressed there is played here. */

import { getContext, setContext } from 'svelte';
import type { SeatQuestion, Choice, Description, ChoiceOutcome, UnavailableAction } from '../api/types';
import { placed } from './describing';
import { touches, type Where } from './where';

export interface Popover {
  /** Where it points to, in page coordinates. */
  at: { x: number; y: number; width: number; height: number };
  name: string;
  choices: Choice[];
  refused: UnavailableAction[];
  /** What the place or thing is and means, once it was asked for. */
  description: Description | null;
  /** Opened by a press or focus rather than by hovering: stays until closed. */
  stays: boolean;
  /** Gets the focus back. */
  from: Element | null;
}

const KEY = Symbol('link');

export class Link {
  /** The place that is hovered or focused, on the board or in the bar. */
  lit = $state.raw<Where | null>(null);
  popover = $state.raw<Popover | null>(null);
  /** The choice that is looked at: hovered, or picked by a finger or a key and not yet played. */
  picked = $state.raw<Choice | null>(null);
  /** The choice that is being dragged from the bar to its place. */
  dragged = $state.raw<Choice | null>(null);
  /** While a plan is laid: the slot that is picked, and for each slot the place that is planned for, for my eyes only. */
  slot = $state<number | null>(null);
  pins = $state.raw<(Where | null)[]>([]);
  /** How far a place is from where the card of a slot begins, or null where it does not get there; the board knows. */
  farFrom = $state.raw<((slot: number, where: Where) => number | null) | null>(null);
  #question: () => SeatQuestion | null;
  #play: (choice: Choice) => void;
  #told: Choice | null = null;
  #outcomes: () => ChoiceOutcome[];
  /** The choices of the present step. */
  offered = $state.raw<Choice[] | null>(null);

  constructor(
    question: () => SeatQuestion | null,
    play: (choice: Choice) => void,
    outcomes: () => ChoiceOutcome[] = () => [],
  ) {
    this.#question = question;
    this.#play = play;
    this.#outcomes = outcomes;
  }

  /** What the best choice at a place gains in money, as far as it is in sight in the present step: "+$48". */
  gainAt(where: Where): string {
    const all = this.question?.choices ?? [];
    const here = all.flatMap((choice, i) => {
      const outcome = this.#outcomes()[i];
      return outcome && touches(choice.where, where) && this.offered?.includes(choice) ? [outcome] : [];
    });
    const best = here.sort((a, b) => (b.worth ?? 0) - (a.worth ?? 0))[0];
    return /^\+\$[\d,]+/.exec(best?.brings ?? '')?.[0] ?? '';
  }

  get question(): SeatQuestion | null {
    return this.#question();
  }

  choicesAt(where: Where): Choice[] {
    return (this.question?.choices ?? []).filter((choice) => touches(choice.where, where));
  }

  refusedAt(where: Where): UnavailableAction[] {
    return (this.question?.refused ?? []).filter((refused) => touches(refused.where, where));
  }

  light(where: Where | null | undefined): void {
    this.lit = where && Object.keys(where).length > 0 ? where : null;
  }

  isLit(where: Where): boolean {
    return touches(this.lit, where) || (this.lit !== null && touches(where, this.lit));
  }

  choose(choice: Choice): void {
    this.picked = null;
    this.close();
    this.#play(choice);
  }

  /** Plans for a place; the same place again is planned for no more. The next slot follows, if it has a card. */
  pin(slot: number, where: Where, slots: { filled?: string | null }[]): void {
    const pins = slots.map((_, i) => this.pins[i] ?? null);
    const again = JSON.stringify(pins[slot]) === JSON.stringify(where);
    pins[slot] = again ? null : where;
    this.pins = pins;
    this.slot = !again && slots[slot + 1]?.filled != null ? slot + 1 : slot;
  }

  forgetPlan(): void {
    this.slot = null;
    this.pins = [];
  }

  /** Looks at a choice without playing it. */
  pick(choice: Choice | null): void {
    this.picked = choice;
    this.light(choice?.where);
  }

  /** By finger: the first tap tells what it brings, the second plays. */
  tap(choice: Choice): void {
    if (this.#told === choice) return this.choose(choice);
    this.#told = choice;
    this.pick(choice);
  }

  /** A place is pressed: one choice is played (by a finger: shown first), several are offered, none is explained. */
  press(where: Where, name: string, element: Element, byFinger = false): void {
    const choices = this.choicesAt(where);
    const only = choices.length === 1 ? choices[0] : undefined;
    if (only && byFinger) this.tap(only);
    else if (only) this.choose(only);
    else this.open(where, name, element, true);
  }

  open(where: Where, name: string, element: Element, stays: boolean): void {
    const choices = stays ? this.choicesAt(where) : [];
    const refused = this.refusedAt(where);
    if (choices.length === 0 && refused.length === 0) return;
    const { x, y, width, height } = element.getBoundingClientRect();
    this.popover = {
      at: { x, y, width, height },
      name,
      choices,
      refused,
      description: null,
      stays,
      from: element,
    };
  }

  /** What a place or thing is, with why nothing can be chosen there. What lies open to be chosen from is left alone. */
  explain(where: Where, element: Element, description: Description, stays: boolean): void {
    const lies = this.popover;
    if (lies && (lies.choices.length > 0 || (lies.stays && !stays))) return;
    const { x, y, width, height } = element.getBoundingClientRect();
    this.popover = {
      at: { x, y, width, height },
      name: description.name,
      choices: [],
      refused: this.refusedAt(where),
      description,
      stays,
      from: element,
    };
  }

  close(onlyHover = false): void {
    if (onlyHover && this.popover?.stays) return;
    this.popover = null;
  }

  /** What a screen reader says of a place: its name and what can be done there. */
  label(where: Where, name: string): string {
    const choices = this.choicesAt(where);
    if (choices.length > 0) return `${name}: ${choices.map((choice) => choice.label).join(', ')}`;
    return this.refusedAt(where).length > 0 ? `${name}: not now` : name;
  }

  /**
   * The attributes that make any element a place of the board. One that can be pressed is named by its content,
   * not by an attribute, so that what is read aloud holds what is seen: Place adds a <title>, Spot a hidden line.
   * What lies on the map (`_onMap`) can be moved in the workshop, which has a link of its own.
   */
  attributes(where: Where, name: string, _onMap = false): Record<string, unknown> {
    const choices = this.choicesAt(where);
    const refused = this.refusedAt(where);
    const live = choices.length > 0 || refused.length > 0;
    const target = (event: Event) => event.currentTarget as Element;
    const base = {
      ...placed(where),
      onpointerenter: (event: PointerEvent) => {
        this.light(where);
        if (event.pointerType === 'mouse' && choices.length === 0)
          this.open(where, name, target(event), false);
      },
      onpointerleave: () => {
        this.light(null);
        this.close(true);
      },
      ondragover: (event: DragEvent) => {
        if (touches(this.dragged?.where, where)) event.preventDefault();
      },
      ondrop: (event: DragEvent) => {
        const choice = this.dragged;
        if (!choice || !touches(choice.where, where)) return;
        event.preventDefault();
        this.choose(choice);
      },
    };
    if (!live) return { ...base, role: 'img', 'aria-label': name };
    return {
      ...base,
      role: 'button',
      tabindex: 0,
      'aria-disabled': choices.length === 0 ? 'true' : undefined,
      onclick: (event: MouseEvent) =>
        this.press(where, name, target(event), (event as PointerEvent).pointerType === 'touch'),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        this.press(where, name, target(event));
      },
      onfocus: (event: FocusEvent) => {
        this.light(where);
        const visible = target(event).matches(':focus-visible');
        if (visible && choices.length === 0) this.open(where, name, target(event), false);
      },
      onblur: () => {
        this.light(null);
        this.close(true);
      },
    };
  }
}

export function provideLink(link: Link): Link {
  return setContext(KEY, link);
}

export function useLink(): Link {
  return getContext<Link>(KEY);
}
