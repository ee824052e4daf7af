/** A long list of choices as steps: what, with which, where. */

import type { Choice, ChoiceOutcome } from '../api/types';

/** A choice with what it brings, where that is known by now. */
export interface Offered {
  choice: Choice;
  outcome: ChoiceOutcome | null;
  /** Its place in the question. */
  index: number;
  /** What sorts a list of places: it stays as it was when the question could first be answered. */
  rank: number;
}

/** One line of a step: a choice that can be made, or several behind it. */
export interface Row {
  name: string;
  members: Offered[];
  /** The choice, when there is nothing left to ask. */
  only: Offered | null;
}

export interface Picked {
  group: string | null;
  piece: string | null;
}

export type Stage = 'all' | 'what' | 'with' | 'where';

/** More choices than this are asked for in steps. */
export const FLAT = 12;
export const NOTHING: Picked = { group: null, piece: null };

/** `ranking`: the outcomes by which lists are sorted; what comes to be known later moves nothing. */
export function offered(
  choices: Choice[],
  outcomes: ChoiceOutcome[],
  ranking: ChoiceOutcome[] = outcomes,
): Offered[] {
  return choices.map((choice, index) => ({
    choice,
    outcome: outcomes[index] ?? null,
    index,
    rank: ranking[index]?.worth ?? 0,
  }));
}

const sortBy = (list: Offered[], value: (one: Offered) => number): Offered[] =>
  [...list].sort((a, b) => value(b) - value(a) || a.index - b.index);

export function best(list: Offered[]): Offered | null {
  return sortBy(list, (one) => one.outcome?.worth ?? 0)[0] ?? null;
}

/** Which step is asked, and the lines of it; `inSteps`: also a short list, as the turn began with a long one. */
export function stageOf(list: Offered[], picked: Picked, inSteps = false): { stage: Stage; rows: Row[] } {
  const groups = byName(list, (one) => one.choice.group ?? '');
  if ((list.length <= FLAT && !inSteps) || groups.size < 2) {
    const some = list.filter((one) => picked.piece === null || one.choice.piece === picked.piece);
    const pieces = byName(list, (one) => one.choice.piece ?? '');
    if (list.length > FLAT && pieces.size > 1 && picked.piece === null)
      return { stage: 'with', rows: rowsOf(pieces) };
    if (list.length > FLAT) return { stage: 'where', rows: final(some, true) };
    // Each group stands under one heading; what belongs to none is the way out, and comes last.
    const named = byName(some, (one) => one.choice.group ?? '');
    const alone = named.get('') ?? [];
    named.delete('');
    return { stage: 'all', rows: final([...[...named.values()].flat(), ...alone], false) };
  }
  if (picked.group === null || !groups.has(picked.group)) return { stage: 'what', rows: verbs(groups) };
  const inGroup = groups.get(picked.group) ?? [];
  const pieces = byName(inGroup, (one) => one.choice.piece ?? '');
  if (pieces.size > 1 && (picked.piece === null || !pieces.has(picked.piece)))
    return { stage: 'with', rows: rowsOf(pieces) };
  return { stage: 'where', rows: final(pieces.get(picked.piece ?? '') ?? inGroup, true) };
}

function byName(list: Offered[], nameOf: (one: Offered) => string): Map<string, Offered[]> {
  const found = new Map<string, Offered[]>();
  for (const one of list) found.set(nameOf(one), [...(found.get(nameOf(one)) ?? []), one]);
  return found;
}

/** The groups of a turn in the order in which they first came. */
export function keepPlaces(before: string[], rows: Row[]): string[] {
  const now = rows.map(groupOf).filter((name) => name !== '' && !before.includes(name));
  return now.length === 0 ? before : [...before, ...now];
}

/** The rows in their kept places: a verb that is not possible now stays and leads nowhere; the rest follows. */
export function inPlace(rows: Row[], places: string[]): Row[] {
  const kept = places.map(
    (name) => rows.find((row) => groupOf(row) === name) ?? { name, members: [], only: null },
  );
  return [...kept, ...rows.filter((row) => !places.includes(groupOf(row)))];
}

const groupOf = (row: Row): string => row.members[0]?.choice.group ?? '';

/** A group with one choice is that choice; those without a group stand for themselves. */
function verbs(groups: Map<string, Offered[]>): Row[] {
  return [...groups].flatMap(([name, members]) =>
    name === '' || members.length === 1 ? final(members, false) : [{ name, members, only: null }],
  );
}

function rowsOf(groups: Map<string, Offered[]>): Row[] {
  return [...groups].map(([name, members]) => ({
    name: name || 'without',
    members,
    only: members.length === 1 ? (members[0] ?? null) : null,
  }));
}

function final(list: Offered[], sorted: boolean): Row[] {
  return (sorted ? sortBy(list, (one) => one.rank) : list).map((one) => ({
    name: (sorted && one.choice.place) || one.choice.label,
    members: [one],
    only: one,
  }));
}
