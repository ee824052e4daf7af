import type { AwayPeriod, SeatClockInfo } from '../api/types';

/**
 * What is left of the tighter of a seat's two clocks, `since` milliseconds after they were read, which was at `readAt`
 * by the server's time. While the person is away the clock stands.
 */
export function left(clock: SeatClockInfo, since: number, readAt: number): number | null {
  const both = [clock.move_left, clock.game_left].filter((ms): ms is number => ms !== null);
  if (both.length === 0) return null;
  const stood = clock.away.reduce((sum, one) => sum + common(one, readAt, readAt + since), 0);
  return Math.max(0, Math.min(...both) - (clock.running ? since - stood : 0));
}

const common = (period: AwayPeriod, from: number, until: number) =>
  Math.max(0, Math.min(period.until_at, until) - Math.max(period.from_at, from));

/** The period that a moment lies in. */
export const awayAt = (periods: AwayPeriod[], at: number): AwayPeriod | null =>
  periods.find((one) => one.from_at <= at && at < one.until_at) ?? null;

/** The last day of a period: "3 December". */
export const lastDay = (period: AwayPeriod): string =>
  new Date(period.until_at - 1).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });

export const firstDay = (period: AwayPeriod): string =>
  new Date(period.from_at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });

/** Whole days, as the two fields of a form have them ("2026-12-01"): from the first morning to the last night. */
export function periodOf(first: string, last: string): AwayPeriod | null {
  const [from, until] = [new Date(`${first}T00:00`), new Date(`${last}T00:00`)];
  until.setDate(until.getDate() + 1);
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) || until <= from) return null;
  return { from_at: from.getTime(), until_at: until.getTime() };
}

export function spell(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [days, hours, minutes] = [86_400, 3_600, 60].map((size) => Math.floor(seconds / size)) as [
    number,
    number,
    number,
  ];
  const two = (n: number) => String(n).padStart(2, '0');
  if (days > 0) return `${days} d ${hours % 24} h`;
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
