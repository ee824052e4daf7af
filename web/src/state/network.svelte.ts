/** Whether links reach further than this machine. */

import { ApiError, getLocalNetwork, switchLocalNetwork } from '../api/client';
import type { LocalNetworkInfo } from '../api/types';

/** Addresses that mean the very machine that asks. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.') || host === '[::1]';

class Network {
  /** Null until the server has said it, and where nobody needs to ask. */
  info = $state.raw<LocalNetworkInfo | null>(null);
  error = $state('');
  busy = $state(false);
  #asked = false;
  readonly local = isLoopback(location.hostname);

  /** Asks once; on an address that others can open there is nothing to ask. */
  async look(): Promise<void> {
    if (this.#asked || !this.local) return;
    this.#asked = true;
    await this.#keep(getLocalNetwork);
  }

  async switch(open: boolean): Promise<void> {
    this.busy = true;
    await this.#keep(() => switchLocalNetwork(open));
    this.busy = false;
  }

  async #keep(ask: () => Promise<LocalNetworkInfo>): Promise<void> {
    this.error = '';
    try {
      this.info = await ask();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      this.error = problem.message;
    }
  }

  /** A path as others can open it; as this machine can, where it is not open to others. */
  urlOf(path: string): string {
    return this.info?.url ? this.info.url + path : new URL(path, location.href).href;
  }

  /** Whether links work on this machine alone. */
  get onlyHere(): boolean {
    return this.local && !this.info?.url;
  }
}

export const network = new Network();
