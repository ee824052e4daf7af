/** What happened since my last move, seat by seat. */

import type { LogLineInfo } from '../api/types';

export interface Since {
  /** The position right after my last own action; null when I have not acted yet. */
  from: number | null;
  /** For each seat, what it did since then and what came to it, oldest first. */
  lines: Map<number, LogLineInfo[]>;
}

/** Where a sentence may end early: what follows only explains. Not within "1 hex west and 2 south of Dallas". */
const FURTHER = /[:,;(—]| (?:to|for|with|by|in|from|at) | and (?!\d)/g;

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

/** As many of a seat's lines as there is room for, the newest first of all, told in their order. */
export function recount(texts: string[], name: string, most: number): string {
  let told = '';
  for (const text of [...texts].reverse()) {
    const line = shorten(text, name, told ? Infinity : most);
    if (told && line.length + told.length + 3 > most) break;
    told = told ? `${line} · ${told}` : line;
  }
  return told;
}

/** What somebody did, or what chance did with them, is told in lines that begin with their colour. */
export function sinceMyMove(log: LogLineInfo[], me: number | null, colours: string[]): Since {
  const lines = new Map<number, LogLineInfo[]>();
  let from: number | null = null;
  // While I am asked, what I did in this very turn is no news: the others' last lines are.
  for (const line of log) {
    if (!line.rule) continue;
    if (line.seat !== null && line.seat === me) {
      lines.clear();
      from = line.position;
      continue;
    }
    // Dealing and set-up are no news.
    if (line.seat === null && from === null) continue;
    const who = colours.findIndex((colour) => line.text.startsWith(`${colour} `));
    if (who >= 0 && who !== me) lines.set(who, [...(lines.get(who) ?? []), line]);
  }
  return { from, lines };
}
