/** Where the learner of a lesson is: what is said about a choice is read before the next question is put. */

import { getContext, setContext, untrack } from 'svelte';
import type { Choice, LessonInfo, LessonPanel } from '../api/types';
import { inNames } from '../state/called';
import type { RoomState } from '../state/room.svelte';

/** `ask`: the lesson's question stands; `answer`: what the last choice did is being read. */
export type Stage = 'welcome' | 'ask' | 'answer' | 'moving' | 'astray' | 'done' | 'changed';

const KEY = Symbol('lesson');

export class LessonReader {
  /** What was read last: the answer before this step. */
  #read = $state('');
  /** The place that is being left by taking a choice back; the table's news may come after the server's answer. */
  #leaving = $state('');
  readonly #table: RoomState;

  constructor(table: RoomState) {
    this.#table = table;
    const now = table.room?.lesson;
    // Who comes back is asked at once; what happened before is in the log.
    if (now?.status === 'choosing' && now.step > 1) this.#read = this.#keyOf(now);
    $effect(() => {
      const info = this.info;
      if (!info || !this.#leaving || this.#keyOf(info) === this.#leaving) return;
      untrack(() => {
        this.#leaving = '';
        this.#read = info.step === 1 ? 'welcome' : this.#keyOf(info);
      });
    });
  }

  info = $derived.by((): LessonInfo | null => this.#table.room?.lesson ?? null);

  stage = $derived.by((): Stage | null => {
    const info = this.info;
    if (!info || this.#table.past) return null;
    if (this.#leaving) return 'moving';
    if (info.status === 'changed' || info.status === 'astray') return info.status;
    if (this.#table.sending) return 'moving';
    if (info.welcome && this.#read !== 'welcome') return 'welcome';
    if (info.answer && this.#read !== this.#keyOf(info)) return 'answer';
    return info.status === 'choosing' ? 'ask' : info.status;
  });

  /** What is said now, with the names of those at the table. */
  panel = $derived.by((): LessonPanel | null => {
    const said = this.#said;
    return said && inNames(said, this.#table.called);
  });

  #said = $derived.by((): LessonPanel | null => {
    const info = this.info;
    if (!info || !this.stage) return null;
    if (this.stage === 'welcome') return info.welcome;
    if (this.stage === 'answer' || this.stage === 'astray') return info.answer;
    return this.stage === 'ask' || this.stage === 'done' ? info.panel : null;
  });

  /** The choice of the question that the lesson shows. */
  shownIn(choices: Choice[]): Choice | null {
    const shown = this.info?.shown;
    if (!shown) return null;
    return choices.find((choice) => isSame(choice.action, shown)) ?? null;
  }

  goOn(): void {
    const info = this.info;
    if (info) this.#read = this.stage === 'welcome' ? 'welcome' : this.#keyOf(info);
  }

  async takeBack(): Promise<void> {
    const info = this.info;
    if (info?.back_to == null) return;
    const to = info.back_to;
    this.#leaving = this.#keyOf(info);
    const done = await this.#table.attempt(() => this.#table.api.undoTo(to));
    if (done === null) this.#leaving = '';
  }

  #keyOf = (info: LessonInfo) => `${info.step}.${info.back_to}`;
}

function isSame(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]))
  );
}

export const provideLesson = (lesson: LessonReader): LessonReader => setContext(KEY, lesson);
export const useLesson = (): LessonReader | null => getContext<LessonReader | undefined>(KEY) ?? null;
