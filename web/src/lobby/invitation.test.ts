import { describe, expect, test } from 'vitest';
import { clockInWords, companyInWords, customsInWords, minutesInWords, offerOf } from './invitation';

describe('an invitation', () => {
  test('names the length as people do', () => {
    expect([25, 60, 75, 115, 150].map(minutesInWords)).toEqual([
      '25 minutes',
      'an hour',
      '1½ hours',
      '2 hours',
      '2½ hours',
    ]);
  });
  test('says how many people and bots that length is for', () => {
    const seats = (...kinds: ('bot' | 'open' | 'person')[]) => kinds.map((kind) => ({ kind }));
    expect(companyInWords(seats('person', 'open', 'bot', 'bot'))).toBe('two people and two bots');
    expect(companyInWords(seats('person', 'open', 'open'))).toBe('three people');
    expect(companyInWords(seats('person', 'bot'))).toBe('one person and one bot');
  });
  test('says how long one may think and what happens then', () => {
    expect(clockInWords(null)).toBe('none: take your time');
    expect(clockInWords({ per_move: 60, on_timeout: 'move' })).toBe('1 minute a move, then a bot moves');
    expect(clockInWords({ per_move: 90, per_game: 7200, on_timeout: 'seat' })).toBe(
      '90 seconds a move and 2 hours for the whole game, then a bot takes the seat',
    );
  });
  test('speaks of watching to who only watches', () => {
    expect(offerOf({ kind: 'spectator', host_name: 'Ann' }, 'Airline')).toBe('Watch Ann’s table of Airline');
    expect(offerOf({ kind: 'seat', host_name: '' }, 'Airline')).toBe('You are invited to Airline');
    expect(customsInWords({ hints: false, watchable: false })).toBe('no hints; nobody may watch');
  });
});
