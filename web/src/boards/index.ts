/** The boards, each loaded when its table is opened. A title without one is played on the generic board. */

import type { BoardModule } from './board';

const found = import.meta.glob<BoardModule>('./*/index.ts');

const here = new Map<string, BoardModule>();

export async function boardOf(title: string): Promise<BoardModule> {
  const load = found[`./${title}/index.ts`] ?? found['./generic/index.ts'];
  if (!load) throw new Error('the generic board is missing');
  const module = await load();
  here.set(title, module);
  return module;
}

/** The board of a title whose code has already arrived. */
export const boardAtHand = (title: string): BoardModule | null => here.get(title) ?? null;
