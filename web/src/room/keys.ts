/** The room by keyboard. */

import type { Link } from '../boards/board';
import type { Desk, Tab } from '../state/desk.svelte';
import type { RoomState } from '../state/room.svelte';
import { replaying } from './replay.svelte';

interface Places {
  table: RoomState;
  link: Link;
  desk: Desk;
  rail: { type(digit: number): void; back(): boolean; playPicked(): void } | null;
}

/** Here keys are letters. */
const WRITING = 'input:not([type="range"]), textarea, select, dialog';
const TAB_KEYS: Record<string, Tab> = { l: 'log', g: 'rules', c: 'chat', n: 'numbers' };

const within = (target: EventTarget | null, places: string) =>
  target instanceof Element && target.closest(places) !== null;

/** The first of several places that is there. */
function focus(...places: string[]): void {
  for (const place of places) {
    const found = document.querySelector<HTMLElement>(place);
    if (found) return found.focus();
  }
}

export function roomKey(event: KeyboardEvent, { table, link, desk, rail }: Places): void {
  // What lies open is closed also from within: whoever types there is led back to the question.
  if (event.key === 'Escape' && desk.large && within(event.target, '.side')) {
    desk.close();
    focus('#ask');
    event.preventDefault();
  }
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    within(event.target, WRITING)
  )
    return;
  const digit = /^[0-9]$/.test(event.key) && table.question ? Number(event.key) : null;
  const at = table.past?.position ?? table.room?.position ?? 0;
  const tab = TAB_KEYS[event.key];
  const next = event.key === 'Enter' ? document.querySelector<HTMLElement>('[data-go-on]') : null;
  if (digit !== null) rail?.type(digit);
  else if (next && !within(event.target, 'button, a, [role="button"]')) next.click();
  else if (event.key === 'Enter' && link.picked && !within(event.target, 'button, a, [role="button"]'))
    rail?.playPicked();
  else if (event.key === 'Backspace' && rail?.back()) desk.sheet = '';
  else if (event.key === 'w') desk.sheet = desk.sheet === 'why' ? '' : 'why';
  else if (tab) {
    desk.open(tab);
    if (desk.large) queueMicrotask(() => focus('#drawer-panel input', '#drawer-panel [tabindex="0"]'));
  } else if (event.key === '?') desk.dialog = 'keys';
  else if (event.key === 'q') focus('[data-choice], [data-step]', '.question form input', '#ask');
  else if (event.key === 'b') focus('#board .stage [tabindex="0"]');
  else if (event.key === 'u' && table.room?.undo.last_choice != null)
    void table.attempt(() => table.api.undo('choice'));
  else if (event.key === 'o') document.querySelector<HTMLElement>('[data-reopen]')?.click();
  else if (event.key === 'h') document.querySelector<HTMLElement>('[data-hint]')?.click();
  else if (event.key === '[') void table.show(at - 1);
  else if (event.key === ']') void table.show(at + 1);
  else if (event.key === 'r') document.querySelector<HTMLElement>('[data-replay]')?.click();
  else if (event.key === 'Escape' && desk.sheet) desk.sheet = '';
  else if (event.key === 'Escape' && desk.large) desk.close();
  else if (event.key === 'Escape' && table.past && !link.popover) {
    replaying.stop();
    void table.show(null);
  } else return;
  event.preventDefault();
}
