import { describe, expect, it } from 'vitest';
import { cellText, findRow, pathText, readCell, sheetsOf, valueAt, withValue } from './sheets';

const DATA = {
  format: 1,
  money: { start: 100, notes: [1, 5], hand: { gold: 3, blue: { fleet: 2 } } },
  city: [
    { id: 'rome', name: 'Rome', fares: [7, 14, 21], at: [1, 2] },
    { id: 'lima', name: 'Lima', fares: [10, 20, 30], at: [3, 4] },
  ],
  lines: { edges: [['Rome', 'Lima']], source: '' },
  tile: [{ id: 'A', cities: [{ id: 'A1', good: 'food' }] }],
};

describe('the values of an edition as tables', () => {
  const sheets = sheetsOf(DATA);
  const sheet = (name: string) => sheets.find((one) => one.name === name);

  it('has a table for each list, and one for loose values', () => {
    expect(sheets.map((one) => one.name)).toEqual([
      'Money',
      'City',
      'Lines',
      'Lines: edges',
      'Tile',
      'Tile A: cities',
      'Other values',
    ]);
  });
  it('names values in tables in tables', () => {
    expect(sheet('Money')?.rows.map((row) => row.name)).toEqual([
      'start',
      'notes',
      'hand, gold',
      'hand, blue, fleet',
    ]);
  });
  it('names places as the checks do', () => {
    expect(sheet('City')?.columns).toEqual(['name', 'fares', 'at', 'id']);
    const cell = sheet('City')?.rows[1]?.cells[1];
    expect(cell && pathText(cell.path)).toBe('city[1].fares');
  });
  it('reads back what it shows', () => {
    for (const one of sheets)
      for (const row of one.rows)
        for (const cell of row.cells)
          if (cell) expect(readCell(cellText(cell.value), cell.value)).toEqual(cell.value);
  });
  it('finds the row of a thing of the board', () => {
    expect(findRow(sheets, 'lima')).toEqual([1, 1]);
    expect(findRow(sheets, 'A1')).toEqual([5, 0]);
    expect(findRow(sheets, 'nowhere')).toBeNull();
  });
  it('leaves nonsense to the checks', () => {
    expect(readCell('many', 7)).toBe('many');
    expect(readCell('', 7)).toBe('');
    expect(readCell('7, x', [7, 8])).toEqual([7, 'x']);
  });
  it('reads several points', () => {
    expect(
      readCell('(1, 2), (3, -4)', [
        [0, 0],
        [1, 1],
      ]),
    ).toEqual([
      [1, 2],
      [3, -4],
    ]);
  });
  it('changes one value and shares the rest', () => {
    const changed = withValue(DATA, ['city', 0, 'fares'], [6, 12, 18]);
    expect(valueAt(changed, ['city', 0, 'fares'])).toEqual([6, 12, 18]);
    expect(changed.money).toBe(DATA.money);
    expect(DATA.city[0]?.fares).toEqual([7, 14, 21]);
  });
});
