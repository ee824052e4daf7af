/** What happened since my last move, seat by seat. */

import type { LogLineInfo } from '../api/types';

export interface Since {
  /** The position right after my last own action; null when I have not acted yet. */
  from: number | null;
  /** For each seat, the last thing it did since then. */
  lines: Map<number, LogLineInfo>;
}

/** Where a sentence may end early: what follows only explains. */
const FURTHER = /[:,;(—]| (?:of|to|for|with|by|in|from|and|at) /g;

/** A line for a place with little room: without the name that stands above it, and no longer than it must be. */
export function shorten(text: string, name: string, most: number): string {
  let rest = text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
  while (rest.length > most) {
    const end = [...rest.matchAll(FURTHER)].at(-1)?.index ?? 0;
    if (end < 5) break;
    rest = rest.slice(0, end).trimEnd();
  }
  return rest;
}

/** What somebody did is told in lines that begin with their colour. */
export function sinceMyMove(log: LogLineInfo[], me: number | null, colours: string[]): Since {
  const lines = new Map<number, LogLineInfo>();
  let from: number | null = null;
  // While I am asked, what I did in this very turn is no news: the others' last lines are.
  for (const line of log) {
    if (!line.rule || line.seat === null) continue;
    if (line.seat === me) {
      if (lines.size > 0) lines.clear();
      from = line.position;
    } else if (line.text.startsWith(`${colours[line.seat]} `)) lines.set(line.seat, line);
  }
  return { from, lines };
}
