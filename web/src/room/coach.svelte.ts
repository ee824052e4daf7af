/** The coach of a beginner: whether one is wanted here, what it says before a choice and after a costly one. */

import { getContext, setContext, untrack } from 'svelte';
import { ApiError } from '../api/client';
import type { CoachTip, CostlyChoice } from '../api/types';
import { inNames } from '../state/called';
import type { RoomState } from '../state/room.svelte';
import { settings } from '../state/settings.svelte';

/** So many games of a title have a coach; in the last it no longer speaks before choices. */
export const GAMES = 3;
/** After so many good choices in a row it is silent before choices, until one is costly. */
export const GOOD_CHOICES = 6;

const KEY = Symbol('coach');

export class CoachReader {
  /** What to look at before the present question is answered. */
  points = $state.raw<CoachTip[]>([]);
  /** What the last choice cost. */
  costly = $state.raw<CostlyChoice | null>(null);
  #good = $state(0);
  /** The turn in which it last spoke of a costly choice. */
  #spoken = '';
  /** How often I have chosen: what is found out about an earlier choice is not told. */
  #chosen = 0;
  /** The question whose points were asked for. */
  #asked = -1;
  #isGone = false;
  readonly #table: RoomState;

  constructor(table: RoomState) {
    this.#table = table;
    const listening = {
      wanted: () => this.on && this.#spoken !== this.#turn,
      chose: (isJudged: boolean) => void this.#chose(isJudged),
    };
    table.coach = listening;
    // A room may go while its table stays, or while something is being found out.
    $effect(() => () => {
      this.#isGone = true;
      if (table.coach === listening) table.coach = null;
    });
    $effect(() => {
      if (this.on) untrack(() => this.#count());
    });
    $effect(() => {
      const seq = this.on ? (table.question?.seq ?? -1) : -1;
      untrack(() => void this.#survey(seq));
    });
    // Taken back, by whatever button: there is nothing more to say.
    let position = table.room?.position ?? 0;
    $effect(() => {
      const now = table.room?.position ?? 0;
      if (now < position) this.costly = null;
      position = now;
    });
  }

  #games = $derived.by(() => settings.now.coached[this.#table.room?.title ?? ''] ?? []);
  #mayCome = $derived.by(() => {
    const room = this.#table.room;
    if (!room?.may_coach || room.status !== 'playing') return false;
    return this.#games.includes(room.id) || this.#games.length < GAMES;
  });
  /** Nobody has said yet whether a coach is wanted. */
  isOffered = $derived.by(() => this.#mayCome && settings.now.coach === null);
  on = $derived.by(() => this.#mayCome && settings.now.coach === true);
  /** Which of the games with a coach this is. */
  game = $derived.by(() => {
    const place = this.#games.indexOf(this.#table.room?.id ?? '');
    return place < 0 ? Math.min(this.#games.length + 1, GAMES) : place + 1;
  });
  /** It speaks before choices. */
  isTalkative = $derived.by(() => this.on && this.game < GAMES && this.#good < GOOD_CHOICES);
  canTakeBack = $derived.by(() => this.#table.room?.undo.last_choice != null);

  get #turn(): string {
    const { log, me } = this.#table;
    return log.filter((line) => line.rule && line.seat !== null && line.seat !== me).at(-1)?.id ?? 'start';
  }

  want(wanted: boolean): void {
    settings.set('coach', wanted);
    if (wanted) return;
    this.points = [];
    if (this.costly) this.keep();
  }

  keep(): void {
    this.costly = null;
    void this.#quietly(() => this.#table.api.keepChoice());
  }

  async takeBack(): Promise<void> {
    await this.#table.attempt(() => this.#table.api.undo('choice'));
    this.costly = null;
  }

  /** This table is one of the games with a coach. */
  #count(): void {
    const room = this.#table.room;
    if (!room || this.#games.includes(room.id)) return;
    settings.set('coached', { ...settings.now.coached, [room.title]: [...this.#games, room.id] });
  }

  async #survey(seq: number): Promise<void> {
    if (seq === this.#asked) return;
    this.#asked = seq;
    this.points = [];
    if (seq < 0) return;
    const found = await this.#quietly(() => this.#table.api.coachPoints());
    if (!this.#isGone && found?.seq === this.#asked && this.isTalkative)
      this.points = inNames(found.points, this.#table.called);
  }

  async #chose(isJudged: boolean): Promise<void> {
    const mine = ++this.#chosen;
    this.costly = null;
    if (!this.on) return;
    const found = isJudged ? await this.#quietly(() => this.#table.api.coachJudgement()) : null;
    const costly = found?.costly ?? null;
    if (this.#isGone || mine !== this.#chosen || !this.on) return;
    this.#good = costly ? 0 : this.#good + 1;
    if (!costly) return;
    this.#spoken = this.#turn;
    this.costly = inNames(costly, this.#table.called);
  }

  /** What does not answer is not missed: the coach is silent. */
  async #quietly<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return null;
    }
  }
}

export const provideCoach = (coach: CoachReader): CoachReader => setContext(KEY, coach);
export const useCoach = (): CoachReader | null => getContext<CoachReader | undefined>(KEY) ?? null;
