import { expect, test } from 'vitest';
import type { PublicTable } from '../api/types';
import {
  paceInWords,
  peopleInWords,
  reliabilityOf,
  rulesInWords,
  shortTime,
  sinceInWords,
  tableForNow,
} from './publicTable';

const table: PublicTable = {
  id: 'a',
  title: 'tingoose',
  status: 'open',
  host_name: 'Ann',
  seats: [
    { kind: 'person', name: 'Ann', reliability: null },
    { kind: 'bot', name: 'Wiley (bot)', reliability: null },
    { kind: 'open', name: '', reliability: null },
    { kind: 'open', name: '', reliability: null },
  ],
  free_seats: 2,
  options: [],
  clock: null,
  hints: true,
  watchable: true,
  minutes: 60,
  fill_after: 180,
  since: 1000,
  is_quick: true,
  rated: false,
  for_friends: false,
};

test('times are short and whole', () => {
  expect([60, 120, 3600, 86_400, 259_200, 45].map(shortTime)).toEqual([
    '1 min',
    '2 min',
    '1 hour',
    '1 day',
    '3 days',
    '45 s',
  ]);
  expect(paceInWords({ per_move: 120, per_game: null, on_timeout: 'move' })).toBe('2 min a move');
  expect(paceInWords(null)).toBe('no clock');
});

test('a table says who sits there and how it plays', () => {
  expect(peopleInWords(table.seats)).toBe('Ann and a bot');
  expect(rulesInWords(table)).toBe('Usual rules, hints');
  const options = [
    { name: 'short game', value: 'yes', usual: 'no', description: '' },
    { name: 'goal', value: '7', usual: '9', description: '' },
  ];
  expect(rulesInWords({ options, hints: false })).toBe('Short game, goal: 7, no hints');
});

test('how long something goes on', () => {
  const at = (minutes: number) => sinceInWords(0, minutes * 60_000);
  expect([at(0), at(-5), at(12), at(180), at(3000)]).toEqual([
    'just now',
    'just now',
    'for 12 min',
    'for 3 h',
    'for 2 days',
  ]);
});

test('Play now goes where the fewest are missing, and only where the game is the same', () => {
  const fuller = { ...table, id: 'b', free_seats: 1 };
  const newer = { ...table, id: 'c', free_seats: 1, since: 2000 };
  const odd = { ...table, id: 'd', free_seats: 1, since: 3000, is_quick: false };
  const slow = {
    ...newer,
    id: 'e',
    clock: { per_move: 86_400, per_game: null, on_timeout: 'move' as const },
  };
  expect(tableForNow([table, fuller, newer, odd, slow], 'tingoose', null, 'none')?.id).toBe('c');
  expect(tableForNow([table, slow], 'tingoose', null, 'slow')?.id).toBe('e');
  expect(tableForNow([table], 'tingoose', 3, 'none')).toBeNull();
  expect(tableForNow([table], 'airline', null, 'none')).toBeNull();
});

test('reliability is told of the host first, and of nobody where it is not known', () => {
  expect(reliabilityOf(table)).toBe('');
  const ann = { ...table.seats[0]!, reliability: { played: 20, finished: 18, is_known: true } };
  const ben = {
    kind: 'person' as const,
    name: 'Ben',
    reliability: { played: 6, finished: 5, is_known: true },
  };
  expect(reliabilityOf({ ...table, seats: [ann, ben] })).toBe(
    'Finished 18 of 20 games · Ben finished 5 of 6 games',
  );
});
