/** Who I am to the server: a guest, or somebody with an account. */

import { ApiError, getAccount } from '../api/client';
import type { AccountInfo } from '../api/types';
import { settings } from './settings.svelte';

const GUEST: AccountInfo = {
  name: null,
  created_at: null,
  recovery_codes_left: 0,
  sessions: [],
  visibility: 'page',
  suspension: '',
  has_password: false,
  passkeys: [],
  offers_passkeys: false,
};

class AccountState {
  /** Null until the server has said it. */
  now = $state.raw<AccountInfo | null>(null);
  name = $derived(this.now?.name ?? null);

  async load(): Promise<void> {
    try {
      this.set(await getAccount());
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      // The page says elsewhere that the server cannot be reached.
    }
  }

  set(info: AccountInfo): void {
    this.now = info;
    // At tables one is called as the account is, until one says otherwise.
    if (info.name !== null && !settings.now.name) settings.set('name', info.name);
  }

  leave(): void {
    this.now = { ...GUEST, offers_passkeys: this.now?.offers_passkeys ?? false };
  }
}

export const account = new AccountState();
