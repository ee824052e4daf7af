import { describe, expect, it } from 'vitest';
import type { TournamentPage } from '../api/types';
import {
  countingInWords,
  meetingsOf,
  pointsText,
  resultsOf,
  settingsInWords,
  statusInWords,
} from './tournament';

const seat = (entrant: number, place: number | null = null, points: number | null = null) => ({
  entrant,
  place,
  points,
  has_left: false,
});
const page: TournamentPage = {
  id: 'cup',
  name: 'Autumn Cup',
  title: 'tingoose',
  status: 'running',
  end_reason: '',
  format: 'round_robin',
  seating: 'rotate',
  scoring: 'places',
  table_size: 2,
  rounds: 2,
  place_points: [3, 1],
  clock: { per_move: 120 },
  options: [],
  rated: true,
  bot_level: 'captain',
  max_people: 8,
  fill_to: 0,
  public: true,
  starts_at: null,
  created_at: 0,
  ended_at: null,
  organiser: 'Ruth',
  is_organiser: false,
  me: 0,
  round: 2,
  entrants: ['Ann', 'Ben', 'Cleo', 'Clyde (bot)'].map((name, number) => ({
    number,
    name,
    kind: number === 3 ? 'bot' : 'person',
    is_me: number === 0,
    has_left: false,
    first_round: 1,
  })),
  played: [
    {
      number: 1,
      tables: [
        { number: 1, status: 'over', seats: [seat(0, 1, 3), seat(1, 2, 1)], is_mine: true, match: 'a' },
        {
          number: 2,
          status: 'void',
          seats: [seat(2, null, 2), seat(3, null, 2)],
          is_mine: false,
          match: null,
        },
      ],
    },
    {
      number: 2,
      tables: [
        { number: 1, status: 'playing', seats: [seat(3), seat(0)], is_mine: true, match: 'c' },
        { number: 2, status: 'playing', seats: [seat(1), seat(2)], is_mine: false, match: 'd' },
      ],
    },
  ],
  standings: [],
};

describe('a tournament in words', () => {
  it('says what is played', () => {
    expect(settingsInWords(page).join(' · ')).toBe(
      '3 people, 1 bot · Round-robin · two rounds at tables of two · 2 min a move · rated · organised by Ruth',
    );
  });
  it('says what is going on', () => {
    expect(statusInWords(page)).toBe('Round 2, the last');
    expect(statusInWords({ ...page, status: 'open', round: 0 })).toBe('4 signed up; room for 4 more.');
    expect(statusInWords({ ...page, status: 'over', end_reason: 'early' })).toContain('early');
  });
  it('says how it is counted, and that a table is void', () => {
    expect(countingInWords(page)[0]).toBe('A table gives 3, 1 points by place; ties share.');
    expect(countingInWords(page).at(-1)).toContain('void');
    expect(pointsText(3.666)).toBe('3.67');
    expect(pointsText(13)).toBe('13');
  });
});

describe('rows', () => {
  it('finds the results of an entrant by round', () => {
    expect(resultsOf(page, 0).map((one) => [one?.table.number, one?.seat.place])).toEqual([
      [1, 1],
      [1, null],
    ]);
    expect(resultsOf(page, 9)).toEqual([null, null]);
  });
  it('knows who met whom, and when', () => {
    const met = meetingsOf(page);
    expect(met.get('0-1')).toEqual([1]);
    expect(met.get('0-3')).toEqual([2]);
    expect(met.has('0-2')).toBe(false);
  });
});
