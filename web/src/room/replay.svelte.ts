/** Shows what happened since a moment on the board, position by position, at the pace of the settings. */

import type { RoomState } from '../state/room.svelte';
import { settings } from '../state/settings.svelte';

const PAUSE_MS = { normal: 900, slow: 2000, step: 0 };

class Replay {
  running = $state(false);
  #turn = 0;

  async start(table: RoomState, from: number): Promise<void> {
    const mine = ++this.#turn;
    const end = table.room?.position ?? 0;
    await table.show(from);
    if (settings.now.pace === 'step') return;
    this.running = true;
    for (let at = from + 1; at <= end; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS[settings.now.pace]));
      if (mine !== this.#turn || table.past === null) break;
      await table.show(at);
    }
    if (mine === this.#turn) {
      this.running = false;
      await table.show(null);
    }
  }

  stop(): void {
    this.#turn += 1;
    this.running = false;
  }
}

export const replaying = new Replay();
export const replay = (table: RoomState, from: number): void => void replaying.start(table, from);
