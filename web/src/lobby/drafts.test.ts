import { afterEach, expect, test } from 'vitest';
import { dropDraft, keepDraft, readDraft, wishesOf } from './drafts';
import type { Wishes } from './plan';

const usual: Wishes = {
  seats: 4,
  company: 'bots',
  people: 2,
  level: 'captain',
  names: [],
  options: { short: false },
  hints: true,
  watchable: true,
  perMove: null,
  onTimeout: 'move',
  awayDays: 14,
  fillAfter: 180,
  edition: '',
  showsEdition: false,
  rated: false,
};
const kept: Record<string, string> = {};
globalThis.sessionStorage = {
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => (kept[key] = value),
  removeItem: (key: string) => delete kept[key],
} as unknown as Storage;
afterEach(() => dropDraft('toy'));

test('what was chosen is there again, without options that are gone', () => {
  keepDraft('toy', { wishes: { ...usual, seats: 3, options: { short: true, old: 1 } }, friends: false });
  expect(wishesOf(usual, readDraft('toy'))).toEqual({ ...usual, seats: 3, options: { short: true } });
});

test('without a draft, or with one that cannot be read, the form has the usual', () => {
  expect(wishesOf(usual, readDraft('toy'))).toBe(usual);
  kept['aerodrome.set-up.toy'] = '{';
  expect(readDraft('toy')).toBeNull();
});
