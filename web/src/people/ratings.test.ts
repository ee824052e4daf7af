import { expect, test } from 'vitest';
import type { BotRating, LeaderboardRow } from '../api/types';
import { boundsOf, changeInWords, mixBots, percentOf, ratingInWords, seatsInWords } from './ratings';

const figures = (ordinal: number) => ({
  rating: ordinal + 3,
  low: ordinal + 1,
  high: ordinal + 5,
  ordinal,
  is_provisional: false,
});
const person = (name: string, rank: number, ordinal: number): LeaderboardRow => ({
  ...figures(ordinal),
  name,
  rank,
  matches: 5,
  is_me: false,
});
const bot = (level: string, ordinal: number): BotRating => ({ ...figures(ordinal), level });

test('figures are short', () => {
  expect(ratingInWords({ rating: 26, high: 29.44 })).toBe('26.0 ± 3.4');
  expect([0.72, -0.44, 0.01].map(changeInWords)).toEqual(['+0.7', '−0.4', '±0.0']);
  expect(percentOf(1, 3)).toBe('33 %');
  expect(percentOf(0, 0)).toBe('');
  expect(
    seatsInWords([
      { seats: 3, matches: 8 },
      { seats: 4, matches: 2 },
    ]),
  ).toBe('3 players: 8 · 4 players: 2');
});

test('bots stand among people by the same measure, those below the page only at its end', () => {
  const people = [person('Ann', 1, 22), person('Ben', 2, 15)];
  const bots = [bot('cadet', 12), bot('captain', 20), bot('ace', 25)];
  const names = (isWhole: boolean) =>
    mixBots(people, bots, isWhole).map((line) => (line.kind === 'bot' ? line.mark.level : line.row.name));
  expect(names(true)).toEqual(['ace', 'Ann', 'captain', 'Ben', 'cadet']);
  expect(names(false)).toEqual(['ace', 'Ann', 'captain', 'Ben']);
  expect(mixBots([], bots, true)).toHaveLength(3);
});

test('the scale has round bounds', () => {
  expect(boundsOf([])).toEqual([0, 50]);
  expect(boundsOf([figures(14), figures(22)])).toEqual([15, 30]);
});
