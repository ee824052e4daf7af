import type { ScoreLine } from '../api/types';

export interface Cell {
  amount: number;
  /** How many pieces were counted; null where nothing is counted by the piece. */
  count: number | null;
}

export interface Row {
  label: string;
  rule: string;
  /** What one piece counts: "$40"; empty where nothing is counted by the piece. */
  each: string;
  /** By seat; undefined where a seat has no such line. */
  cells: (Cell | undefined)[];
}

/** The seats' tallies side by side: one row for each thing that is counted, in the order in which it first appears. */
export function rowsOf(tally: ScoreLine[][]): Row[] {
  const rows = new Map<string, Row>();
  tally.forEach((lines, seat) => {
    for (const line of lines) {
      const key = `${line.rule} ${line.label}`;
      const row: Row = rows.get(key) ?? { label: line.label, rule: line.rule, each: '', cells: [] };
      row.each ||= line.each;
      row.cells[seat] = { amount: line.amount, count: line.count };
      rows.set(key, row);
    }
  });
  return [...rows.values()];
}

/** What a seat has after the first `count` rows. */
export function sumOf(rows: Row[], seat: number, count: number): number {
  return rows.slice(0, count).reduce((sum, row) => sum + (row.cells[seat]?.amount ?? 0), 0);
}

/** The place of each seat, 1 for the first; who has won is first, also where the rules break a tie. */
export function placesOf(scores: number[], winners: number[]): number[] {
  return scores.map((score, seat) =>
    winners.includes(seat)
      ? 1
      : 1 + scores.filter((other, at) => at !== seat && (winners.includes(at) || other > score)).length,
  );
}

/** 1st, 2nd, 3rd, 4th. */
export function ordinal(place: number): string {
  const end = place % 100 > 10 && place % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${end}`;
}
