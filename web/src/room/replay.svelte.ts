/** Shows what happened since a moment on the board, position by position, at the pace of the settings. */

import type { RoomState } from '../state/room.svelte';
import { settings } from '../state/settings.svelte';

/** At once: each moment for as long as one needs to see that something moved. */
const PAUSE_MS = { once: 120, normal: 900, slow: 2000, step: 0 };

class Replay {
  running = $state(false);
  #turn = 0;

  /** From this moment to now. Step by step, only the moment itself is shown: the person goes on. */
  async start(table: RoomState, from: number): Promise<void> {
    const mine = ++this.#turn;
    this.running = settings.now.pace !== 'step';
    await table.show(from);
    while (this.running && mine === this.#turn && table.past) {
      const at = table.past.position;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS[settings.now.pace]));
      // Stopped, or led elsewhere by hand.
      if (mine !== this.#turn || (table.past as { position: number } | null)?.position !== at) break;
      await table.show(at + 1);
    }
    if (mine === this.#turn) this.running = false;
  }

  stop(): void {
    this.#turn += 1;
    this.running = false;
  }
}

export const replaying = new Replay();
export const replay = (table: RoomState, from: number): void => void replaying.start(table, from);
