import { describe, expect, it } from 'vitest';
import type { Choice } from '../api/types';
import { inPlace, keepPlaces, NOTHING, offered, stageOf } from './steps';

const fly = (piece: string, place: string): Choice => ({
  action: { type: 'fly', piece, place },
  label: `Fly a ${piece} to ${place}`,
  group: 'Fly a plane',
  piece,
  place,
});
const places = ['Atlanta', 'Boston', 'Chicago', 'Denver', 'El Paso', 'Fargo', 'Gary'];
const many: Choice[] = [
  ...places.flatMap((place) => [fly('Vega', place), fly('Fokker', place)]),
  { action: { type: 'bond' }, label: 'Issue a bond', group: 'Bond' },
  { action: { type: 'pass' }, label: 'Pass' },
];
const list = (worth: (place: string) => number = () => 0) =>
  offered(
    many,
    many.map((choice) => ({ worth: worth(choice.place ?? '') })),
  );

describe('steps', () => {
  it('asks what first, and a verb with one choice is that choice', () => {
    const { stage, rows } = stageOf(list(), NOTHING);
    expect(stage).toBe('what');
    expect(rows.map((row) => row.name)).toEqual(['Fly a plane', 'Issue a bond', 'Pass']);
    expect(rows.map((row) => row.only?.choice.label)).toEqual([undefined, 'Issue a bond', 'Pass']);
  });

  it('then with which, then where, the best first', () => {
    const withWhich = stageOf(list(), { group: 'Fly a plane', piece: null });
    expect([withWhich.stage, ...withWhich.rows.map((row) => row.name)]).toEqual(['with', 'Vega', 'Fokker']);
    const where = stageOf(
      list((place) => (place === 'Denver' ? 9 : 0)),
      { group: 'Fly a plane', piece: 'Vega' },
    );
    expect(where.stage).toBe('where');
    expect(where.rows[0]?.name).toBe('Denver');
    expect(where.rows).toHaveLength(places.length);
  });

  it('moves nothing when what choices bring comes to be known late', () => {
    const late = many.map((choice) => ({ worth: choice.place === 'Denver' ? 9 : 0 }));
    const where = stageOf(offered(many, late, []), { group: 'Fly a plane', piece: 'Vega' });
    expect(where.rows.map((row) => row.name)).toEqual(places);
    expect(where.rows[3]?.only?.outcome?.worth).toBe(9);
  });

  it('shows a short question whole, in its order', () => {
    const { stage, rows } = stageOf(offered(many.slice(-2), []), NOTHING);
    expect(stage).toBe('all');
    expect(rows.map((row) => row.name)).toEqual(['Issue a bond', 'Pass']);
  });

  it('puts what belongs to no group last', () => {
    const out = { action: { type: 'keep' }, label: 'Draw no card' };
    const { rows } = stageOf(offered([out, many[14] as Choice, fly('Vega', 'Reno')], []), NOTHING);
    expect(rows.map((row) => row.name)).toEqual(['Issue a bond', 'Fly a Vega to Reno', 'Draw no card']);
  });

  it('puts what belongs together under one heading', () => {
    const mixed = [fly('Vega', 'Reno'), many[14] as Choice, fly('Vega', 'Gary')];
    const { rows } = stageOf(offered(mixed, []), NOTHING);
    expect(rows.map((row) => row.only?.choice.group)).toEqual(['Fly a plane', 'Fly a plane', 'Bond']);
  });

  it('skips the step that has one answer', () => {
    const vega = many.filter((choice) => choice.piece !== 'Fokker');
    const { stage } = stageOf(offered([...vega, ...vega], []), { group: 'Fly a plane', piece: null });
    expect(stage).toBe('where');
  });

  it('keeps a verb in its place through a turn, possible or not', () => {
    const first = stageOf(list(), NOTHING).rows;
    const places = keepPlaces([], first);
    expect(places).toEqual(['Fly a plane', 'Bond']);
    const later = offered([many[15] as Choice, many[14] as Choice], []);
    const rows = inPlace(stageOf(later, NOTHING, true).rows, places);
    expect(rows.map((row) => [row.name, row.members.length])).toEqual([
      ['Fly a plane', 0],
      ['Issue a bond', 1],
      ['Pass', 1],
    ]);
    expect(keepPlaces(places, first)).toBe(places);
  });
});
