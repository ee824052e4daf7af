/** What happened since my last move, seat by seat. */

import type { LogLineInfo } from '../api/types';

export interface Since {
  /** The position right after my last own action; null when I have not acted yet. */
  from: number | null;
  /** For each seat, the last thing it did since then. */
  lines: Map<number, LogLineInfo>;
}

export function sinceMyMove(log: LogLineInfo[], me: number | null): Since {
  const lines = new Map<number, LogLineInfo>();
  let from: number | null = null;
  // While I am asked, what I did in this very turn is no news: the others' last lines are.
  for (const line of log) {
    if (!line.rule || line.seat === null) continue;
    if (line.seat === me) {
      if (lines.size > 0) lines.clear();
      from = line.position;
    } else lines.set(line.seat, line);
  }
  return { from, lines };
}
