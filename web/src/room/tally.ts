import type { Line } from '../api/types';

export interface Row {
  label: string;
  rule: string;
  /** By seat; undefined where a seat has no such line. */
  amounts: (number | undefined)[];
}

/** The seats' tallies side by side: one row for each label, in the order in which it first appears. */
export function labelsOf(tally: Line[][]): Row[] {
  const rows = new Map<string, Row>();
  tally.forEach((lines, seat) => {
    for (const line of lines) {
      const row = rows.get(line.label) ?? { label: line.label, rule: line.rule, amounts: [] };
      row.amounts[seat] = (row.amounts[seat] ?? 0) + line.amount;
      rows.set(line.label, row);
    }
  });
  return [...rows.values()];
}

/** What a seat has after the first `count` rows. */
export function sumOf(rows: Row[], seat: number, count: number): number {
  return rows.slice(0, count).reduce((sum, row) => sum + (row.amounts[seat] ?? 0), 0);
}
