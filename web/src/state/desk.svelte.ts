/** What lies open on this person's side of the room. */

import { getContext, setContext } from 'svelte';

export const TABS = ['log', 'rules', 'chat', 'numbers'] as const;
export type Tab = (typeof TABS)[number];

const KEY = Symbol('desk');

export class Desk {
  tab = $state<Tab>('log');
  /** On wide screens the drawer can be put away; on a phone `board` hides it. */
  drawer = $state(true);
  /** The rule to be shown in the drawer. */
  rule = $state('');
  /** Grows when a rule is asked for again, so that the drawer scrolls to it again. */
  asked = $state(0);
  dialog = $state<'' | 'keys' | 'settings' | 'table'>('');
  /** What lies open over the lower part of the rail. */
  sheet = $state<'' | 'hint' | 'why' | 'orders' | 'form' | 'seat'>('');
  /** Which of the folded forms, and whose holdings. */
  form = $state(0);
  seat = $state<number | null>(null);
  /** The final screen was put away to look at the board. */
  finalSeen = $state(false);

  /** The drawer has as much of the rail as it can get: rules, numbers and talk need it, the log now and then. */
  large = $state(false);

  open(tab: Tab): void {
    this.large = tab !== 'log' || (this.tab === 'log' && !this.large);
    this.tab = tab;
    this.drawer = true;
  }

  toggle(tab: Tab): void {
    if (this.large && this.tab === tab) this.large = false;
    else this.open(tab);
  }

  showRule(id: string): void {
    this.rule = id;
    this.asked += 1;
    this.open('rules');
  }
}

export function provideDesk(): Desk {
  return setContext(KEY, new Desk());
}

export function useDesk(): Desk | undefined {
  return getContext<Desk | undefined>(KEY);
}
