/** What one seat writes down for itself. It outlives the panel that shows it: what is on its way is not lost by looking elsewhere. */

import { ApiError, type MatchApi } from '../api/client';

export const MAX_LENGTH = 4000;
const PAUSE_MS = 700;
const RETRY_MS = 3000;

export class SeatNotes {
  text = $state('');
  status = $state<'loading' | 'saved' | 'writing' | 'failed'>('loading');
  #kept = '';
  #revision = 0;
  #saving = false;
  #wait: ReturnType<typeof setTimeout> | undefined;
  readonly #api: Pick<MatchApi, 'notes' | 'setNotes'>;

  constructor(api: Pick<MatchApi, 'notes' | 'setNotes'>) {
    this.#api = api;
  }

  /** Fetch what other devices of mine may have written; not over what is not saved yet. */
  async load(): Promise<void> {
    if (this.text !== this.#kept || this.#saving) return;
    const revision = this.#revision;
    try {
      const found = await this.#api.notes();
      // Something was written or saved while the answer was on its way: it is older than what is here.
      if (this.text !== this.#kept || this.#saving || revision !== this.#revision) return;
      this.text = this.#kept = found.text;
      this.#revision = found.revision;
      this.status = 'saved';
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (this.status === 'loading') this.#later(() => this.load());
    }
  }

  /** The text was changed; save it when the writer pauses. */
  write(text: string): void {
    this.text = text;
    this.status = 'writing';
    this.#later(() => this.save(), PAUSE_MS);
  }

  async save(): Promise<void> {
    if (this.#saving || this.status === 'loading' || this.text === this.#kept) return;
    clearTimeout(this.#wait);
    this.#saving = true;
    try {
      const answer = await this.#api.setNotes(this.text, this.#revision);
      this.#revision = answer.revision;
      this.#kept = answer.text;
      // Another device of mine wrote meanwhile: both stay.
      if (!answer.is_saved) this.text = `${answer.text}\n\n${this.text}`.slice(0, MAX_LENGTH);
      this.status = this.text === this.#kept ? 'saved' : 'writing';
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      this.status = 'failed';
    } finally {
      this.#saving = false;
    }
    if (this.text !== this.#kept)
      this.#later(() => this.save(), this.status === 'failed' ? RETRY_MS : PAUSE_MS);
  }

  close(): void {
    clearTimeout(this.#wait);
    void this.save();
  }

  #later(work: () => Promise<void>, milliseconds = RETRY_MS): void {
    clearTimeout(this.#wait);
    this.#wait = setTimeout(() => void work(), milliseconds);
  }
}
