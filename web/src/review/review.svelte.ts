/** A review as this page shows it: how far it is, the moment on show, and what the board draws there. */

import { ApiError, MatchApi, ReviewApi, importMatch, listTitles } from '../api/client';
import type { ReviewAlternative, ReviewInfo, ReviewPosition, View } from '../api/types';
import { calledBy } from '../state/called';
import { withoutMark } from '../state/names';
import { dealtIn, playersOf } from '../state/room.svelte';
import { seatsToPlayOn } from '../room/playOn';
import { settings } from '../state/settings.svelte';
import { chancesAfter, nextMoment, positionAfter, positionOf, shortNames, stepsBefore } from './reviewing';

const POLL_MS = 1500;
const MOST_POSITIONS = 80;

/** What the board shows: the position, or what came or would have come of a choice. */
export type Looking = 'before' | 'played' | 'better';

export class ReviewState {
  info = $state.raw<ReviewInfo | null>(null);
  /** Why there is nothing to see. */
  missing = $state('');
  /** What went wrong last, in words. */
  error = $state('');
  /** The position on show. */
  at = $state(0);
  /** The moment on show, by its place among the moments. */
  moment = $state<number | null>(null);
  position = $state.raw<ReviewPosition | null>(null);
  looking = $state<Looking>('before');
  beat = $state(0);
  readonly api: ReviewApi;
  #positions = new Map<string, ReviewPosition>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #isPlaced = false;

  constructor(
    readonly id: string | null,
    token: string | null,
  ) {
    this.api = new ReviewApi(id, token);
  }

  steps = $derived(this.info?.steps ?? []);
  moments = $derived(this.info?.moments ?? []);
  progress = $derived(this.info?.progress ?? null);
  isRunning = $derived(this.progress?.status === 'running');
  /** How many steps of the curve lie before the position on show. */
  step = $derived(stepsBefore(this.steps, this.at));
  chances = $derived(this.info ? chancesAfter(this.info, this.step) : []);
  me = $derived(this.info?.me.length === 1 ? (this.info.me[0] ?? null) : null);
  players = $derived(
    this.info
      ? playersOf(
          this.info.seats,
          this.info.me,
          this.position?.actors ?? [],
          dealtIn(this.position?.view ?? {}),
        )
      : [],
  );
  #called = $derived(
    calledBy((this.info?.seats ?? []).map(({ colour, name }): [string, string] => [colour, name])),
  );
  called = (text: string): string => this.#called(text);
  alternatives = $derived(this.position?.alternatives ?? []);
  played = $derived(this.alternatives.find((one) => one.is_played) ?? null);
  best = $derived(this.alternatives.find((one) => one.is_best) ?? null);
  /** Whether something was better than what was played, beyond noise. */
  hasBetter = $derived((this.position?.decision?.is_clear ?? false) && this.best !== this.played);
  view = $derived.by(() => {
    const drawn: ReviewAlternative | null =
      this.looking === 'played' ? this.played : this.looking === 'better' ? this.best : null;
    return (drawn?.view ?? this.position?.view ?? null) as View | null;
  });

  /** First names, where they tell people apart. */
  #short = $derived.by(() => {
    return shortNames(this.players.map((player) => withoutMark(player.name)));
  });
  nameOf = (seat: number): string => (this.me === seat ? 'you' : this.shortOf(seat));
  shortOf = (seat: number): string => this.#short[seat] ?? '';
  /** At the head of a row. */
  titleOf = (seat: number): string => (this.me === seat ? 'You' : this.shortOf(seat));
  /** What a moment is told by; the marks of bots are left out. */
  tell = (words: string): string =>
    this.players.reduce((told, { name }) => told.replaceAll(name, withoutMark(name)), this.#called(words));

  async open(): Promise<void> {
    try {
      if (this.id !== null) await this.api.start();
      await this.#load();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 0 || error.status === 503 || error.status === 429) {
        this.error = error.message;
        this.#later(() => void this.open());
      } else this.missing = error.message;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #later(doing: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(doing, POLL_MS);
  }

  async #load(): Promise<void> {
    const info = await this.api.info();
    if (this.#closed) return;
    this.error = '';
    const fewer = this.info?.decisions.length ?? 0;
    const chosen = this.moment === null ? null : (this.moments[this.moment] ?? null);
    this.info = info;
    // Moments may change places while the review grows: the one on show stays on show.
    if (chosen) {
      const again = info.moments.findIndex(
        (one) => one.position === chosen.position && one.kind === chosen.kind,
      );
      this.moment = again < 0 ? null : again;
    }
    if (info.decisions.length !== fewer) this.#positions.clear();
    if (!this.#isPlaced) {
      this.#isPlaced = true;
      const asked = Number(new URLSearchParams(location.search).get('at') ?? NaN);
      if (Number.isInteger(asked) && asked >= 0) await this.show(Math.min(asked, info.position));
      else if (info.progress.status === 'done' && info.moments.length > 0) await this.showMoment(0);
      else await this.show(0);
    } else if (this.position?.decision == null) await this.show(this.at, this.moment, this.looking);
    if (info.progress.status === 'running') this.#later(() => void this.#poll());
  }

  async #poll(): Promise<void> {
    try {
      const now = this.id === null ? (await this.api.info()).progress : await this.api.progress();
      if (this.info && now.revision !== this.info.progress.revision) return await this.#load();
      if (this.info) this.info = { ...this.info, progress: now };
      if (now.status === 'running') this.#later(() => void this.#poll());
      else await this.#load();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.message;
      this.#later(() => void this.#poll());
    }
  }

  /** Shows a position; the latest wish wins. */
  async show(at: number, moment: number | null = null, looking: Looking = 'before'): Promise<void> {
    this.at = at;
    this.moment = moment;
    const key = `${at}`;
    try {
      const found = this.#positions.get(key) ?? (await this.api.position(at, this.me));
      if (this.#positions.size > MOST_POSITIONS) this.#positions.clear();
      this.#positions.set(key, found);
      if (this.at !== at) return;
      this.position = found;
      this.looking = looking;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.message;
    }
  }

  showStep(count: number): Promise<void> {
    return this.show(positionAfter(this.steps, Math.max(0, Math.min(this.steps.length, count))));
  }

  async showMoment(index: number): Promise<void> {
    const moment = this.moments[index];
    if (moment) await this.show(positionOf(moment, this.steps), index);
  }

  async goToMoment(way: 1 | -1): Promise<void> {
    const next = nextMoment(this.moments, this.moment, this.step, way);
    if (next !== null) await this.showMoment(next);
  }

  look(looking: Looking): void {
    this.looking = looking;
    this.beat += 1;
  }

  /** A new table from a position on, with bots in the others' seats. Returns its id. */
  async playOn(position: number): Promise<string | null> {
    const { info, id } = this;
    if (!info || id === null) return null;
    try {
      const levels = (await listTitles()).titles.find((one) => one.name === info.title)?.bots ?? [];
      const level = levels[Math.floor(levels.length / 2)] ?? '';
      const mine = info.me[0] ?? this.position?.viewer ?? 0;
      const seats = seatsToPlayOn(info.seats, mine, level, settings.now.name);
      const record = await new MatchApi(id, null).record();
      return (await importMatch({ record, position, seats })).id;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.message;
      return null;
    }
  }

  async share(agree: boolean): Promise<void> {
    try {
      const sharing = await this.api.share(agree);
      if (this.info) this.info = { ...this.info, sharing };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.error = error.message;
    }
  }
}
