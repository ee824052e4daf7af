/** Ratings in words, and the scale that they are drawn on. */

import type { BotRating, LeaderboardRow, RatingInfo } from '../api/types';

/** "22.1", "−13.0". */
export const oneDigit = (value: number): string => value.toFixed(1).replace('-', '−');

/** "26.0 ± 3.4": the estimate and half of its 95 % interval. */
export const ratingInWords = ({ rating, high }: Pick<RatingInfo, 'rating' | 'high'>): string =>
  `${oneDigit(rating)} ± ${(high - rating).toFixed(1)}`;

/** "+0.7", "−0.4", "±0.0". */
export function changeInWords(change: number): string {
  const amount = Math.abs(change).toFixed(1);
  if (amount === '0.0') return '±0.0';
  return `${change > 0 ? '+' : '−'}${amount}`;
}

export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;

/** "3: 8 · 4: 25": matches by the number of seats. */
export const seatsInWords = (tallies: { seats: number; matches: number }[]): string =>
  tallies.map(({ seats, matches }) => `${seats} players: ${matches}`).join(' · ');

export type BoardLine = { kind: 'person'; row: LeaderboardRow } | { kind: 'bot'; mark: BotRating };

/** People by their rank, and the bots among them where they stand by the same measure. */
export function mixBots(people: LeaderboardRow[], bots: BotRating[], isWhole: boolean): BoardLine[] {
  const lines: BoardLine[] = [];
  const waiting = [...bots].sort((a, b) => b.ordinal - a.ordinal);
  for (const row of people) {
    while (waiting[0] && waiting[0].ordinal > row.ordinal)
      lines.push({ kind: 'bot', mark: waiting.shift() as BotRating });
    lines.push({ kind: 'person', row });
  }
  if (isWhole) lines.push(...waiting.map((mark): BoardLine => ({ kind: 'bot', mark })));
  return lines;
}

/** Round bounds around all intervals, in fives. */
export function boundsOf(all: { low: number; high: number }[]): [number, number] {
  if (all.length === 0) return [0, 50];
  const low = Math.floor(Math.min(...all.map((one) => one.low)) / 5) * 5;
  const high = Math.ceil(Math.max(...all.map((one) => one.high)) / 5) * 5;
  return low === high ? [low - 5, high + 5] : [low, high];
}
