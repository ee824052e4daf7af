/** What lies open on this person's side of the room. */

import { getContext, setContext } from 'svelte';

export const TABS = ['log', 'rules', 'chat', 'numbers', 'notes'] as const;
/** Who only watches has no notes: they are kept with a seat. */
export const tabsOf = (seated: boolean) => TABS.filter((tab) => seated || tab !== 'notes');
/** `hand`: my cards and money, where they have no strip of their own. */
export type Tab = (typeof TABS)[number] | 'hand';
export const TAB_NAMES: Record<Tab, string> = {
  hand: 'Hand',
  log: 'Log',
  rules: 'Rules',
  chat: 'Chat',
  numbers: 'Numbers',
  notes: 'Notes',
};

const KEY = Symbol('desk');

export class Desk {
  tab = $state<Tab>('log');
  /** The window is high enough for the log to stand open at the foot of the rail. */
  docked = $state(false);
  /** The rule to be shown in the drawer. */
  rule = $state('');
  /** Grows when a rule is asked for again, so that the drawer scrolls to it again. */
  asked = $state(0);
  dialog = $state<'' | 'keys' | 'settings' | 'table' | 'edition'>('');
  /** What lies open over the lower part of the rail. */
  sheet = $state<'' | 'hint' | 'why' | 'orders' | 'form' | 'seat'>('');
  /** Which of the folded forms, and whose holdings. */
  form = $state(0);
  seat = $state<number | null>(null);
  /** The final screen was put away to look at the board. */
  finalSeen = $state(false);

  /** The drawer has as much of the rail as it can get: rules, numbers and talk need it, the log now and then. */
  large = $state(false);

  /** Opens a tab; the one that is open is put away again. */
  open(tab: Tab): void {
    if (this.tab === tab) this.large = !this.large;
    else this.large = tab !== 'log' || !this.docked;
    this.tab = tab;
    this.rule = '';
    if (!this.large && this.docked) this.tab = 'log';
  }

  close(): void {
    this.large = false;
    if (this.docked) this.tab = 'log';
  }

  /** Whether this tab is in sight. */
  shows(tab: Tab): boolean {
    return this.tab === tab && (this.large || this.docked);
  }

  showRule(id: string): void {
    this.rule = id;
    this.asked += 1;
    this.tab = 'rules';
    this.large = true;
  }
}

export function provideDesk(): Desk {
  return setContext(KEY, new Desk());
}

export function useDesk(): Desk | undefined {
  return getContext<Desk | undefined>(KEY);
}
