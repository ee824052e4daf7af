import type { SeatClockInfo } from '../api/types';

/** What is left of the tighter of a seat's two clocks, `since` milliseconds after they were read. */
export function left(clock: SeatClockInfo, since: number): number | null {
  const both = [clock.move_left, clock.game_left].filter((ms): ms is number => ms !== null);
  if (both.length === 0) return null;
  return Math.max(0, Math.min(...both) - (clock.running ? since : 0));
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
