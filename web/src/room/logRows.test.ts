import { describe, expect, it } from 'vitest';
import type { LogLineInfo } from '../api/types';
import { logRows, seatNamed } from './logRows';

const COLOURS = ['Red', 'Yellow'];
const line = (id: number, text: string, seat: number | null, rule = 'X-1'): LogLineInfo => ({
  id: `${id}`,
  text,
  rule,
  position: id,
  seat,
});

describe('the log', () => {
  it('marks a line with the seat it names first, not with who acted', () => {
    const rows = logRows(
      [line(1, 'Round 2: it is the turn of Yellow', 0), line(2, 'The bank pays Red', 1)],
      COLOURS,
      0,
    );
    expect(rows.map((row) => row.about)).toEqual([1, 0]);
    expect(seatNamed('You plan 2', COLOURS, 1)).toBe(1);
    expect(seatNamed('Oil at $1', COLOURS, 0)).toBe(null);
  });

  it('has a heading where a round or turn begins, and none for single bids', () => {
    const rows = logRows(
      [
        line(1, 'Round 1 begins', null),
        line(2, 'Red bids $1', 0),
        line(3, 'Yellow bids $2', 1),
        line(4, 'Red flies', 0),
        line(5, 'Red earns $3', 0),
      ],
      COLOURS,
      0,
    );
    expect(rows.map((row) => row.isHeading)).toEqual([true, false, false, false, false]);
    expect(rows.map((row) => row.turn)).toEqual([null, null, null, { seat: 0, round: 1 }, null]);
  });
});
