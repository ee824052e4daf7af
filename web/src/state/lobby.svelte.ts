/** The public tables, as the server lists them; asked for again and again while somebody looks. */

import { ApiError, getLobby, listPublicTables } from '../api/client';
import type { LobbyTables, PublicTable } from '../api/types';

const POLL_MS = 4000;

export class PublicLobby {
  now = $state.raw<LobbyTables | null>(null);
  /** Pages after the first, which are not asked for again. */
  more = $state.raw<PublicTable[]>([]);
  #next = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #look = () => {
    if (document.visibilityState === 'visible') void this.#ask();
  };

  constructor(readonly title: string | null = null) {}

  /** Open tables, those of later pages after the first one's; a table that moved up stands there once. */
  open = $derived.by(() => {
    const first = this.now?.open.tables ?? [];
    const known = new Set(first.map((table) => table.id));
    return [...first, ...this.more.filter((table) => !known.has(table.id))];
  });
  playing = $derived(this.now?.playing.tables ?? []);
  hasMore = $derived((this.more.length > 0 ? this.#next : this.now?.open.next) != null);

  start(): void {
    document.addEventListener('visibilitychange', this.#look);
    void this.#ask();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#look);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async loadMore(): Promise<void> {
    const after = this.more.length > 0 ? this.#next : this.now?.open.next;
    if (after == null) return;
    const page = await listPublicTables('open', this.title, after);
    this.more = [...this.more, ...page.tables];
    this.#next = page.next;
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#look, POLL_MS);
    try {
      // The browser sends along which page it has: one that has not changed costs next to nothing.
      this.now = await getLobby(this.title);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      // What is on show stays; it is asked for again anyway.
    }
  }
}
