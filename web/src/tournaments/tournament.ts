/** What a tournament is, in words and rows. */

import type { TournamentPage, TournamentSeat, TournamentSummary, TournamentTable } from '../api/types';
import { paceInWords } from '../lobby/publicTable';

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
export const inWords = (count: number) => NUMBERS[count] ?? String(count);
export const capital = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());
const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** "13", "2.5", "3.67". */
export const pointsText = (points: number) => String(Math.round(points * 100) / 100);

export const FORMATS: Record<TournamentPage['format'], [string, string]> = {
  round_robin: ['Round-robin', 'Everybody meets as many others as possible, and nobody twice before that.'],
  swiss: ['Swiss', 'People with about as many points meet; nobody twice as long as it can be avoided.'],
};

/** "four rounds at tables of four". */
export function shapeInWords({ rounds, table_size }: Pick<TournamentPage, 'rounds' | 'table_size'>): string {
  return `${inWords(rounds)} ${rounds === 1 ? 'round' : 'rounds'} at tables of ${inWords(table_size)}`;
}

export function settingsInWords(page: TournamentPage): string[] {
  const bots = page.entrants.filter((one) => one.kind === 'bot' && !one.has_left).length;
  const people = page.entrants.filter((one) => one.kind === 'person').length;
  const who =
    bots > 0 ? `${plural(people, 'person').replace('persons', 'people')}, ${plural(bots, 'bot')}` : '';
  return [
    who || plural(people, 'person').replace('persons', 'people'),
    FORMATS[page.format][0],
    shapeInWords(page),
    paceInWords(page.clock),
    ...(page.rated ? ['rated'] : []),
    ...page.options.map(({ name, value }) => `${name}: ${value}`),
    page.organiser ? `organised by ${page.organiser}` : 'its organiser has gone',
  ];
}

/** How it is counted, sentence by sentence. */
export function countingInWords(page: TournamentPage): string[] {
  const points = page.place_points;
  return [
    page.scoring === 'wins'
      ? 'Only the win counts: one point, which ties share.'
      : `A table gives ${points.join(', ')} points by place; ties share.`,
    'Equal points: more tables won, then the points of those met.',
    'Whoever leaves the seat or runs out of time is replaced by a bot and gets no points for that table.',
    page.seating === 'rotate'
      ? 'Places at the table rotate, so that everybody sits in each about equally often.'
      : 'Places at the table are drawn anew each time.',
    'Bots fill the gaps, and follow whoever drops out.',
    ...(page.played.some((round) => round.tables.some((table) => table.status === 'void'))
      ? ['One table could not be read: it is void, and all who sat there share its points.']
      : []),
  ];
}

const ENDS: Record<TournamentPage['end_reason'], string> = {
  '': '',
  finished: 'Over.',
  early: 'The organiser ended it early; tables that were not over do not count.',
  'nobody left': 'It ended early: all people dropped out.',
  organiser: 'It was called off.',
  'too few': 'It was called off: fewer than two people had signed up.',
};

/** What is going on, in a sentence. */
export function statusInWords(page: TournamentPage): string {
  if (page.status === 'running') {
    const last = page.round === page.rounds ? ', the last' : ` of ${page.rounds}`;
    return `Round ${page.round}${last}`;
  }
  if (page.status !== 'open') return ENDS[page.end_reason];
  const signed = page.entrants.length;
  const room = page.max_people - signed;
  const so = signed === 0 ? 'Nobody has signed up yet' : `${signed} signed up`;
  return room === 0 ? `${so}; it is full.` : `${so}; room for ${room} more.`;
}

export function summaryInWords(one: TournamentSummary): string {
  const words = [FORMATS[one.format][0], shapeInWords(one), paceInWords(one.clock)];
  return [...words, ...(one.rated ? ['rated'] : [])].join(' · ');
}

export interface RoundResult {
  table: TournamentTable;
  seat: TournamentSeat;
}

/** For an entrant, by round: the table and the seat; null where there was none. */
export function resultsOf(page: TournamentPage, entrant: number): (RoundResult | null)[] {
  return page.played.map(({ tables }) => {
    for (const table of tables) {
      const seat = table.seats.find((one) => one.entrant === entrant);
      if (seat) return { table, seat };
    }
    return null;
  });
}

/** In which rounds each two met: "a-b" with a < b. */
export function meetingsOf(page: TournamentPage): Map<string, number[]> {
  const met = new Map<string, number[]>();
  for (const { number, tables } of page.played)
    for (const { seats } of tables)
      for (const [i, one] of seats.entries())
        for (const other of seats.slice(i + 1)) {
          const key = pairOf(one.entrant, other.entrant);
          met.set(key, [...(met.get(key) ?? []), number]);
        }
  return met;
}
export const pairOf = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`);

/** "Friday, 21 November, 20:00". */
export const momentInWords = (ms: number) =>
  new Date(ms).toLocaleString([], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
