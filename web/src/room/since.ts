/** What happened since my last move, seat by seat. */

import type { LogLineInfo } from '../api/types';

export interface Since {
  /** The position right after my last own action; null when I have not acted yet. */
  from: number | null;
  /** For each seat, the last thing it did since then. */
  lines: Map<number, LogLineInfo>;
}

/** A line for a place with little room: without the name that stands above it, and without what explains further. */
export function shorten(text: string, name: string): string {
  const rest = text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
  if (rest.length <= 24) return rest;
  const end = rest.slice(8).search(/[:,;(—]|\bfor\b|\bwith\b|\bby\b/);
  return end < 0 ? rest : rest.slice(0, end + 8).trimEnd();
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
