/** What a review says, in words and in places on its curve. */

import type {
  ReviewChanceTable,
  ReviewDecisionInfo,
  ReviewInfo,
  ReviewMoment,
  ReviewedStretchInfo,
} from '../api/types';

export const CHANCE_STEP = 'chance';

export type Verdict = 'blunder' | 'mistake' | 'slight loss' | 'about as good' | 'the best found';

/** What a loss is called: beyond noise from 2 points on slight, from 5 a mistake, from 12 a blunder. */
export function verdictOf({ loss, is_clear }: Pick<ReviewDecisionInfo, 'loss' | 'is_clear'>): Verdict {
  if (!is_clear) return loss === 0 ? 'the best found' : 'about as good';
  if (loss >= 0.12) return 'blunder';
  if (loss >= 0.05) return 'mistake';
  return loss >= 0.02 ? 'slight loss' : 'about as good';
}

/** A chance in points of a hundred: "38.0". */
export const points = (chance: number, digits = 1): string =>
  (100 * chance)
    .toFixed(digits)
    .replace(/^-(?=.*[1-9])/, '−')
    .replace(/^-/, '');

/** A change in points with its sign: "+3.7", "−7.9", "0.0". */
export function change(difference: number): string {
  const words = Math.abs(100 * difference).toFixed(1);
  return words === '0.0' ? words : `${difference < 0 ? '−' : '+'}${words}`;
}

/** What is left open on either side, nineteen times in twenty: "±1.2"; nothing where that is nothing. */
export function margin(error: number | undefined): string {
  const words = (196 * (error ?? 0)).toFixed(1);
  return words === '0.0' ? '' : `±${words}`;
}

/** First names, where they tell people apart; a name with a number keeps it. */
export function shortNames(names: string[]): string[] {
  const first = names.map((name) => (/^\S+ \d+$/.test(name) ? name : (name.split(' ')[0] ?? name)));
  return new Set(first).size === first.length ? first : names;
}

/** How often another seat took the lead, since which step of the curve it is settled, and whose it was then. */
export function leadOf(
  info: Pick<ReviewInfo, 'start' | 'steps' | 'turning_points'>,
): { times: number; step: number; seat: number } | null {
  const step = (info.turning_points.at(-1) ?? -1) + 1;
  const chances = chancesAfter(info, step);
  if (chances.length === 0) return null;
  return { times: info.turning_points.length, step, seat: chances.indexOf(Math.max(...chances)) };
}

/** How many steps are over at a position. */
export function stepsBefore(steps: ReviewedStretchInfo[], position: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.end ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position after so many steps. */
export const positionAfter = (steps: ReviewedStretchInfo[], count: number): number =>
  count <= 0 ? 0 : (steps[Math.min(count, steps.length) - 1]?.end ?? 0);

/** Where a moment stands on the curve, in steps: a choice before it is made, luck when it has come. */
export const placeOf = (moment: ReviewMoment): number => moment.step + (moment.kind === CHANCE_STEP ? 1 : 0);

/** Which position of the match a moment shows. */
export const positionOf = (moment: ReviewMoment, steps: ReviewedStretchInfo[]): number =>
  moment.kind === CHANCE_STEP ? (steps[moment.step]?.end ?? moment.position) : moment.position;

/** The chances after so many steps; nothing while they are not known. */
export const chancesAfter = (info: Pick<ReviewInfo, 'start' | 'steps'>, count: number): number[] =>
  count <= 0 ? info.start : (info.steps[count - 1]?.chances ?? []);

/** How many steps the curve is known for, from the start without a gap; -1 before the first. */
export function knownSteps(info: Pick<ReviewInfo, 'start' | 'steps'>): number {
  if (info.start.length === 0) return -1;
  const gap = info.steps.findIndex((step) => step.chances.length === 0);
  return gap < 0 ? info.steps.length : gap;
}

/** What a step changed for each seat; nothing where it is not known. */
export function changesOf(info: Pick<ReviewInfo, 'start' | 'steps'>, step: number): number[] {
  const [before, after] = [chancesAfter(info, step), chancesAfter(info, step + 1)];
  return before.length === 0 ? [] : after.map((chance, seat) => chance - (before[seat] ?? 0));
}

export interface Band {
  round: number;
  from: number;
  to: number;
}

/** The rounds as stretches of the curve, in steps; round 0 is the set-up. */
export function bandsOf(steps: ReviewedStretchInfo[]): Band[] {
  const found: Band[] = [];
  for (const [i, { round }] of steps.entries()) {
    const last = found.at(-1);
    if (last?.round === round) last.to = i + 1;
    else found.push({ round, from: i, to: i + 1 });
  }
  return found;
}

/** The next or last moment from a place on the curve; null where there is none. */
export function nextMoment(
  moments: ReviewMoment[],
  current: number | null,
  at: number,
  way: 1 | -1,
): number | null {
  if (current !== null) return moments[current + way] ? current + way : null;
  const places = moments.map(placeOf);
  if (way > 0) {
    const next = places.findIndex((place) => place >= at);
    return next < 0 ? null : next;
  }
  const earlier = places.filter((place) => place < at).length;
  return earlier === 0 ? null : earlier - 1;
}

/** In which round a moment is: a choice is made in the round it finds, luck leads to the one it is told in. */
export const roundOf = (moment: ReviewMoment, steps: readonly ReviewedStretchInfo[]): number =>
  steps[placeOf(moment) - 1]?.round ?? 0;

/** The accuracies between which the true one lies nineteen times in twenty, by how far the loss may be off. */
export function accuracyRange(loss: number, lossError: number): [number, number] {
  const of = (lost: number) => Math.round(100 * Math.exp(-14 * Math.max(0, lost)));
  return [of(loss + 1.96 * lossError), of(loss - 1.96 * lossError)];
}

const PARTS = [
  'The best fifth',
  'The second fifth',
  'The middle fifth',
  'The fourth fifth',
  'The worst fifth',
];

/** What a row of luck is called: its words and how many others mean the same, or which part of a deal it is. */
export function nameOfRow({ rows }: Pick<ReviewChanceTable, 'rows'>, index: number): string {
  const row = rows[index];
  if (!row) return '';
  if (row.words === '') return PARTS[index] ?? '';
  if (row.alike === 0) return row.words;
  return `${row.words}, or ${row.alike} like it`;
}

/** Odds as people say them where that is exact: "3 in 36"; else in percent. */
export function oddsOf(odds: number, possible: number): string {
  const share = odds * possible;
  if (possible > 1 && possible <= 100 && Math.abs(share - Math.round(share)) < 0.01 && share > 0.5)
    return `${Math.round(share)} in ${possible}`;
  const percent = 100 * odds;
  return `${percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** What was to be expected of a seat: all rows, weighed by their odds. */
export const expectedOf = ({ rows }: Pick<ReviewChanceTable, 'rows'>, seat: number): number =>
  rows.reduce((sum, row) => sum + row.odds * (row.chances[seat] ?? 0), 0) /
  (rows.reduce((sum, row) => sum + row.odds, 0) || 1);
