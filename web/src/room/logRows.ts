/** The log as it is read: headings for rounds and turns, and for each line the seat it is about. */

import type { LogLineInfo } from '../api/types';

export interface LogRow {
  line: LogLineInfo;
  /** Whom the line is about; null when it is about nobody in particular. */
  about: number | null;
  /** The line itself is a heading: a round or a turn begins. */
  isHeading: boolean;
  /** Stands before the line: whose turn it is, where the log has no line of its own for it. */
  turn: { seat: number; round: number } | null;
}

const ROUND = /^Round (\d+)\b/;

/** The seat that is named first in the line; "you" is the reader. */
export function seatNamed(text: string, colours: string[], me: number | null): number | null {
  if (/^You\b/.test(text)) return me;
  const at = colours
    .map((colour, seat) => ({ seat, at: text.search(new RegExp(`\\b${colour}\\b`)) }))
    .filter((one) => one.at >= 0)
    .sort((a, b) => a.at - b.at);
  return at[0]?.seat ?? null;
}

export function logRows(log: LogLineInfo[], colours: string[], me: number | null): LogRow[] {
  let round = 0;
  let acting: number | null = null;
  let afterHeading = false;
  return log.map((line, i) => {
    const begins = ROUND.exec(line.text);
    if (begins) round = Number(begins[1]);
    const about = line.rule ? seatNamed(line.text, colours, me) : line.seat;
    const row: LogRow = { line, about, isHeading: begins !== null, turn: null };
    if (begins) {
      afterHeading = true;
      if (about !== null) acting = about;
    } else if (line.rule && line.seat !== null) {
      if (line.seat !== acting && !afterHeading && actsOn(log, i)) row.turn = { seat: line.seat, round };
      acting = line.seat;
      afterHeading = false;
    }
    return row;
  });
}

/** More than a single line by the same seat follows: a turn, not a bid or a plan. */
function actsOn(log: LogLineInfo[], from: number): boolean {
  const seat = log[from]?.seat;
  for (let i = from + 1; i < log.length; i += 1) {
    const line = log[i];
    if (line?.rule && line.seat !== null) return line.seat === seat;
  }
  return false;
}
