/** Filled-in forms as actions, exactly as the server's structs describe them. */

import type { DealForm, CountsForm, NumberForm } from '../../api/types';

type Action = Record<string, unknown>;

export function numberAction(form: NumberForm, value: number): Action {
  return { ...form.action, [form.field]: value };
}

export function countsAction(form: CountsForm, counts: number[]): Action {
  return { ...form.action, [form.field]: counts };
}

export interface Deal {
  to: number;
  give: unknown[];
  want: unknown[];
  giveCash: number;
  wantCash: number;
}

export function basketAction(form: DealForm, deal: Deal): Action {
  return {
    ...form.action,
    to: deal.to,
    [`give_${form.things}`]: deal.give,
    [`want_${form.things}`]: deal.want,
    give_cash: deal.giveCash,
    want_cash: deal.wantCash,
  };
}

/** A basket's counts as the list of keys, each as often as it was put in. */
export function keysOf(items: { key: unknown }[], counts: number[]): unknown[] {
  return items.flatMap((item, i) => Array.from({ length: counts[i] ?? 0 }, () => item.key));
}
