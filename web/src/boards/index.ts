/** The boards, each loaded when its table is opened. A title without one is played on the generic board. */

import type { BoardModule } from './board';

const found = import.meta.glob<BoardModule>('./*/index.ts');

export async function boardOf(title: string): Promise<BoardModule> {
  const load = found[`./${title}/index.ts`] ?? found['./generic/index.ts'];
  if (!load) throw new Error('the generic board is missing');
  return load();
}
