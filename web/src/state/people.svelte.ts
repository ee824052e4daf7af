/** Who sits at a table, as far as it concerns me: friends, mutes, blocks, reliability. */

import { ApiError, type MatchApi } from '../api/client';
import type { SeatPerson, TablePeople } from '../api/types';

export class PeopleState {
  /** Null until the server has said it. */
  now = $state.raw<TablePeople | null>(null);

  constructor(readonly api: MatchApi) {}

  of(seat: number): SeatPerson | null {
    return this.now?.seats[seat] ?? null;
  }

  async load(): Promise<void> {
    try {
      this.now = await this.api.people();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      // Nobody is muted then; the room says by itself that the server cannot be reached.
    }
  }

  async mute(seat: number, muted: boolean): Promise<void> {
    this.now = await this.api.mutePerson(seat, muted);
  }

  async block(seat: number): Promise<void> {
    this.now = await this.api.blockPerson(seat);
  }

  async ask(seat: number): Promise<void> {
    this.now = await this.api.askPerson(seat);
  }
}

const known = new WeakMap<MatchApi, PeopleState>();

/** The people of a match, the same for all parts of its room. */
export function peopleOf(api: MatchApi): PeopleState {
  let found = known.get(api);
  if (!found) known.set(api, (found = new PeopleState(api)));
  return found;
}
