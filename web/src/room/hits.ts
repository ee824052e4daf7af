/** What happened to me, and what is asked of me, as far as the settings act on it. */

import type { Choice, LogLineInfo, SeatQuestion } from '../api/types';
import type { BoardModule, View } from '../boards/board';

const isDeed = (line: LogLineInfo) => !!line.rule && line.seat !== null && line.seat !== undefined;

/** Whether somebody else did something in these lines. */
export const isOthersDeed = (lines: LogLineInfo[], me: number): boolean =>
  lines.some((line) => isDeed(line) && line.seat !== me);

/** Whether I lost money or something of mine between two views while I did nothing myself. */
export function isHit(
  before: View,
  now: View,
  lines: LogLineInfo[],
  me: number,
  module: Pick<BoardModule, 'purse' | 'owned'>,
): boolean {
  if (!isOthersDeed(lines, me) || lines.some((line) => isDeed(line) && line.seat === me)) return false;
  const lost = (count: ((view: View, seat: number) => number | null) | undefined) =>
    count !== undefined && (count(now, me) ?? 0) < (count(before, me) ?? 0);
  return lost(module.purse) || lost(module.owned);
}

/** The one answer to a question; null when there are several, or when it must not be given unasked. */
export function onlyAnswer(question: SeatQuestion | null, outOfTurn: Choice[]): Choice | null {
  if (!question || (question.forms ?? []).length > 0 || outOfTurn.length > 0) return null;
  const [choice, ...others] = question.choices ?? [];
  return choice && others.length === 0 && !choice.confirm ? choice : null;
}
