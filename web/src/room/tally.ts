import type { ScoreLine } from '../api/types';

export interface Row {
  label: string;
  rule: string;
  /** By seat; undefined where a seat has no such line. */
  amounts: (number | undefined)[];
}

/** Lines that differ only in their numbers ("2 cities", "5 cities") count the same thing. */
const kind = (line: ScoreLine) => `${line.rule} ${line.label.replace(/[\d,.]+/g, '#')}`;

/** What two labels have in common; where they differ, an ellipsis. */
function common(a: string, b: string): string {
  const [left, right] = [a.split(' '), b.split(' ')];
  return left.length === right.length ? left.map((word, i) => (word === right[i] ? word : '…')).join(' ') : a;
}

/** The seats' tallies side by side: one row for each kind of line, in the order in which it first appears. */
export function labelsOf(tally: ScoreLine[][]): Row[] {
  const rows = new Map<string, Row>();
  tally.forEach((lines, seat) => {
    for (const line of lines) {
      const row = rows.get(kind(line)) ?? { label: line.label, rule: line.rule, amounts: [] };
      row.label = common(row.label, line.label);
      row.amounts[seat] = (row.amounts[seat] ?? 0) + line.amount;
      rows.set(kind(line), row);
    }
  });
  return [...rows.values()];
}

/** What a seat has after the first `count` rows. */
export function sumOf(rows: Row[], seat: number, count: number): number {
  return rows.slice(0, count).reduce((sum, row) => sum + (row.amounts[seat] ?? 0), 0);
}
