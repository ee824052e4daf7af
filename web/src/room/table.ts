/** What the parts of the room share: the state of the table and how an answer is given. */

import { getContext, setContext } from 'svelte';
import type { RoomState } from '../state/room.svelte';

export interface Table {
  state: RoomState;
  /** Plays what a form says. */
  fill(action: Record<string, unknown>, label: string): void;
}

const KEY = Symbol('table');

export const provideTable = (table: Table): Table => setContext(KEY, table);
export const useTable = (): Table => getContext<Table>(KEY);
