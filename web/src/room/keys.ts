/** The room by keyboard. */

import type { Link } from '../boards/board';
import type { Desk, Tab } from '../state/desk.svelte';
import type { RoomState } from '../state/room.svelte';
import { inOrder } from './groups';

interface Places {
  table: RoomState;
  link: Link;
  desk: Desk;
}

const TAB_KEYS: Record<string, Tab> = { l: 'log', r: 'rules', c: 'chat', n: 'numbers' };

function writing(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="range"]), textarea, select, dialog') !== null
  );
}

/** The first of several places that is there. */
function focus(...places: string[]): void {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place);
    if (found) return found.focus();
  }
}

export function roomKey(event: KeyboardEvent, { table, link, desk }: Places): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writing(event.target))
    return;
  const choice = /^[1-9]$/.test(event.key)
    ? inOrder(table.question?.choices ?? [])[Number(event.key) - 1]
    : undefined;
  const at = table.past?.position ?? table.room?.position ?? 0;
  const tab = TAB_KEYS[event.key];
  if (choice) link.choose(choice);
  else if (tab) {
    desk.toggle(tab);
    if (desk.drawer) queueMicrotask(() => focus('#drawer-panel input', '#drawer-panel [tabindex="0"]'));
  } else if (event.key === '?') desk.dialog = 'keys';
  else if (event.key === 'q') focus('[data-choice]', '.question form input', '#ask');
  else if (event.key === 'b') focus('#board .stage [tabindex="0"]');
  else if (event.key === 'u' && table.room?.undo.last_choice != null)
    void table.attempt(() => table.api.undo('choice'));
  else if (event.key === 'h') document.querySelector<HTMLElement>('[data-hint]')?.click();
  else if (event.key === '[') void table.show(at - 1);
  else if (event.key === ']') void table.show(at + 1);
  else if (event.key === 'Escape' && table.past && !link.popover) void table.show(null);
  else return;
  event.preventDefault();
}
