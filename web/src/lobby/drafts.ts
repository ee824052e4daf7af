/** Set-up choices survive reading the rules, for as long as the tab is open. */

import type { Wishes } from './plan';

interface Draft {
  wishes: Wishes;
  friends: boolean;
}

const keyOf = (title: string) => `aerodrome.set-up.${title}`;

export function keepDraft(title: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(title), JSON.stringify(draft));
  } catch {
    // Without storage the form starts anew.
  }
}

export function dropDraft(title: string): void {
  try {
    sessionStorage.removeItem(keyOf(title));
  } catch {
    // There is none.
  }
}

export function readDraft(title: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(title)) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** The draft on top of the usual; options that the title does not have any more are left out. */
export function wishesOf(usual: Wishes, draft: Draft | null): Wishes {
  if (!draft) return usual;
  const known = Object.entries(draft.wishes.options).filter(([name]) => name in usual.options);
  return { ...usual, ...draft.wishes, options: { ...usual.options, ...Object.fromEntries(known) } };
}
