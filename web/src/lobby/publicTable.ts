/** What the lobby says of a public table, in words. */

import type { ClockSettings, PublicTable } from '../api/types';
import { reliabilityInWords } from '../people/manners';
import { withoutMark } from '../state/names';

const SIZES: [number, string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'min'],
];

/** "3 min", "1 hour", "2 days". */
export function shortTime(seconds: number): string {
  const [size, word] = SIZES.find(([one]) => seconds >= one && seconds % one === 0) ?? [1, 's'];
  const count = seconds / size;
  return `${count} ${word}${count > 1 && size >= 3600 ? 's' : ''}`;
}

export function paceInWords(clock: ClockSettings | null): string {
  if (!clock) return 'no clock';
  const parts = [];
  if (clock.per_move != null) parts.push(`${shortTime(clock.per_move)} a move`);
  if (clock.per_game != null) parts.push(`${shortTime(clock.per_game)} a game`);
  return parts.join(', ');
}

/** "Usual rules, hints when asked", "Short game: yes, no hints". */
export function rulesInWords(table: Pick<PublicTable, 'options' | 'hints'> & { rated?: boolean }): string {
  const options = table.options.map(({ name, value }) =>
    value === 'yes' ? name : value === 'no' ? `no ${name}` : `${name}: ${value}`,
  );
  const words = [...(options.length > 0 ? options : ['usual rules']), table.hints ? 'hints' : 'no hints'];
  if (table.rated) words.unshift('rated');
  return words.join(', ').replace(/^./, (letter) => letter.toUpperCase());
}

/** "Ann, Ben and 2 bots". */
export function peopleInWords(seats: PublicTable['seats']): string {
  const people = seats.filter((seat) => seat.kind === 'person').map((seat) => seat.name);
  const bots = seats.filter((seat) => seat.kind === 'bot').length;
  const names = [...people, ...(bots > 0 ? [bots === 1 ? 'a bot' : `${bots} bots`] : [])].map(withoutMark);
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}

/** "Finished 18 of 20 games · Ben finished 5 of 6 games": the host, then who else waits there; empty if unknown. */
export function reliabilityOf({ seats, host_name }: Pick<PublicTable, 'seats' | 'host_name'>): string {
  return seats
    .flatMap(({ name, reliability }) => {
      if (!reliability) return [];
      const words = `${reliabilityInWords(reliability)} games`;
      return [
        name === host_name ? words.replace(/^./, (letter) => letter.toUpperCase()) : `${name} ${words}`,
      ];
    })
    .join(' · ');
}

/** "now", "12 min", "3 h", "2 days": for how long something goes on. */
export function sinceInWords(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `for ${minutes} min`;
  if (minutes < 2880) return `for ${Math.floor(minutes / 60)} h`;
  return `for ${Math.floor(minutes / 1440)} days`;
}

export type Pace = 'none' | 'live' | 'slow';
const LIVE_S = 600;
/** As the server sorts clocks. */
export const paceOf = (clock: ClockSettings | null): Pace =>
  !clock ? 'none' : clock.per_move != null && clock.per_move > LIVE_S ? 'slow' : 'live';

/** Where "Play now" will probably seat me: what the server would choose among the tables on show. */
export function tableForNow(
  tables: PublicTable[],
  title: string,
  seats: number | null,
  pace: Pace,
  rated = false,
): PublicTable | null {
  const fitting = tables.filter(
    (table) =>
      table.title === title &&
      table.rated === rated &&
      (rated || (table.is_quick && table.hints)) &&
      paceOf(table.clock) === pace &&
      (seats === null || table.seats.length === seats),
  );
  return fitting.sort((a, b) => a.free_seats - b.free_seats || b.since - a.since)[0] ?? null;
}
