import { describe, expect, test, vi } from 'vitest';
import type { DealForm, LogLineInfo } from '../api/types';
import { changed, matchOf, seatsOf, usualSeats, usualTable, type Wishes } from '../lobby/plan';
import { layoutOf } from '../state/layout';
import { mergeLog } from '../state/room.svelte';
import { parse } from '../state/router.svelte';
import { left, spell } from './clock';
import { basketAction, keysOf } from './forms/answers';
import type { SuggestedAction } from '../api/types';
import { chanceOf, comparedOf, errorOf, sentenceOf } from './hint';
import { passTo } from './pass';
import { search } from './rules';
import { recount, shorten, sinceMyMove } from './since';
import { ordinal, placesOf, rowsOf, sumOf } from './tally';

// The settings ask for the system's wishes; here there is no system.
vi.hoisted(() => {
  window.matchMedia = () =>
    ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
});

const line = (id: string, position: number): LogLineInfo => ({
  id,
  position,
  text: id,
  rule: '',
  seat: null,
});

describe('the log', () => {
  test('a line comes once however often it is sent', () => {
    const log = [line('1.0', 1), line('2.0', 2)];
    expect(mergeLog(log, { log: [line('2.0', 2), line('3.0', 3)], rewound_to: null })).toHaveLength(3);
  });
  test('what was undone is gone', () => {
    const log = [line('1.0', 1), line('2.0', 2), line('3.0', 3)];
    const after = mergeLog(log, { log: [line('4.0', 1)], rewound_to: 1 });
    expect(after.map((one) => one.id)).toEqual(['1.0', '4.0']);
  });
});

describe('the curtain', () => {
  test('falls when another seat of this screen is asked', () => {
    expect(passTo([0, 1], [1], 0, 'playing')).toBe(1);
  });
  test('stays up while the one who looks is asked, or nobody here is', () => {
    expect(passTo([0, 1], [0, 1], 1, 'playing')).toBe(1);
    expect(passTo([0, 1], [2], 1, 'playing')).toBe(1);
  });
  test('is not needed when the game is over', () => {
    expect(passTo([0, 1], [], 1, 'over')).toBe(1);
  });
});

describe('forms', () => {
  const form: DealForm = {
    kind: 'basket',
    label: 'Deal',
    action: { type: 'offer' },
    things: 'cities',
    mine: [],
    cash: 9,
    partners: [],
  };
  test('a deal names its things on both sides', () => {
    expect(basketAction(form, { to: 2, give: ['lima'], want: [], giveCash: 5, wantCash: 0 })).toEqual({
      type: 'offer',
      to: 2,
      give_cities: ['lima'],
      want_cities: [],
      give_cash: 5,
      want_cash: 0,
    });
  });
  test('several of a kind are named as often', () => {
    expect(keysOf([{ key: 'a' }, { key: 'b' }], [2, 0])).toEqual(['a', 'a']);
  });
});

describe('clocks', () => {
  test('the tighter clock counts, and only while it runs', () => {
    const clock = { away: [], away_days_left: 0 };
    expect(left({ ...clock, running: true, move_left: 9000, game_left: 5000 }, 1000, 0)).toBe(4000);
    expect(left({ ...clock, running: false, move_left: 9000, game_left: null }, 1000, 0)).toBe(9000);
    expect(left({ ...clock, running: true, move_left: null, game_left: null }, 0, 0)).toBeNull();
  });
  test('days, hours and seconds read well', () => {
    expect([spell(65_000), spell(3_723_000), spell(90_000_000)]).toEqual(['1:05', '1:02:03', '1 d 1 h']);
  });
});

describe('rules and scores', () => {
  test('a search finds rules with all its words', () => {
    const book = [
      { id: 'X-1.1', section: 'Set-up', text: 'Everybody starts with ten.' },
      { id: 'X-2.1', section: 'Play', text: 'Everybody may buy.' },
    ];
    expect(search(book, 'everybody buy')[0]?.rules.map((rule) => rule.id)).toEqual(['X-2.1']);
    expect(search(book, '')).toHaveLength(2);
  });
  test('tallies stand side by side', () => {
    const rows = rowsOf([
      [{ label: 'Cash', amount: 3, rule: 'X', count: null, each: '' }],
      [{ label: 'Cities', amount: 4, rule: '', count: 2, each: '$2' }],
    ]);
    expect(rows.map((row) => row.cells)).toEqual([
      [{ amount: 3, count: null }],
      [undefined, { amount: 4, count: 2 }],
    ]);
    expect(rows.map((row) => row.each)).toEqual(['', '$2']);
    expect(sumOf(rows, 1, 2)).toBe(4);
  });
  test('who has won is first, and the same score is the same place', () => {
    expect(placesOf([5, 9, 9, 5, 2], [2])).toEqual([3, 2, 1, 3, 5]);
    expect([1, 2, 3, 4, 11, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd']);
  });
});

describe('hints', () => {
  const advice = (more: Partial<SuggestedAction>): SuggestedAction => ({
    action: {},
    description: '',
    win_chance: 0.62,
    uncertainty: 0.021,
    percent: 62,
    gain: 0,
    gain_words: '',
    about_as_good: false,
    reason: '',
    ...more,
  });
  test('a chance is shown as it was sorted, with its error where there is one', () => {
    expect(chanceOf(advice({}))).toBe('62\u00a0%');
    expect(errorOf(advice({}))).toBe('±\u20092');
    expect(errorOf(advice({ uncertainty: 0.004 }))).toBe('');
  });
  test('a choice is about as good as the first or costs something, never both', () => {
    expect(comparedOf(advice({ about_as_good: true }))).toBe('about as good');
    expect(comparedOf(advice({ gain_words: '-$6M' }))).toBe('−$6M');
    expect(comparedOf(advice({}))).toBe('');
  });
  test('a reason is a sentence', () => {
    expect(sentenceOf('your fares rise to 20')).toBe('Your fares rise to 20.');
    expect(sentenceOf('')).toBe('');
  });
});

describe('the lobby', () => {
  const wishes: Wishes = {
    seats: 3,
    company: 'bots',
    people: 2,
    level: 'strong',
    names: ['Ann', 'Ben'],
    options: { short: true, cash: 5 },
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
  test('one person sits with bots, friends get open seats, one screen has names', () => {
    expect(seatsOf(wishes, 'Me').map((seat) => seat.kind)).toEqual(['person', 'bot', 'bot']);
    expect(seatsOf({ ...wishes, company: 'friends' }, '').map((seat) => seat.kind)).toEqual([
      'person',
      'open',
      'bot',
    ]);
    expect(seatsOf({ ...wishes, company: 'screen' }, '').map((seat) => seat.name)).toEqual([
      'Ann',
      'Ben',
      undefined,
    ]);
  });
  test('only changed options are sent', () => {
    const option = {
      name: 'cash',
      description: '',
      type: 'int' as const,
      default: 5,
      default_bots_only: 5,
      choices: [],
      min: null,
      max: null,
      by_lot: false,
    };
    expect(
      changed([option, { ...option, name: 'short', type: 'bool', default: false }], wishes.options),
    ).toEqual({ short: true });
  });
  test('a table has four seats where it may', () => {
    expect(usualSeats({ seats_min: 2, seats_max: 4 })).toBe(4);
    expect(usualSeats({ seats_min: 5, seats_max: 6 })).toBe(5);
    const title = {
      name: 'x',
      seats_min: 2,
      seats_max: 4,
      options: [],
      bots: [],
      seat_names: [],
      lessons: [],
      quick_game: { seats: 3, options: { short: true }, decisions: null, minutes: null },
    };
    expect(usualTable(title, '')).toMatchObject({ seats: { length: 3 }, options: { short: true } });
    expect(matchOf(title, { ...wishes, perMove: 60 }, '').clock).toEqual({
      per_move: 60,
      on_timeout: 'move',
    });
  });
  test('addresses lead to their pages', () => {
    expect(parse('/m/abc')).toEqual({ name: 'room', id: 'abc' });
    expect(parse('/j/tok')).toEqual({ name: 'join', token: 'tok' });
    expect(parse('/nowhere')).toEqual({ name: 'lobby' });
  });
});

describe('the layout', () => {
  test.each([
    [1440, 900, 'wide'],
    [1280, 720, 'wide'],
    [1024, 768, 'wide'],
    [820, 1180, 'tablet'],
    [390, 844, 'phone'],
    [844, 390, 'low'],
    [720, 450, 'low'],
    [800, 700, 'low'],
  ])('at %i by %i is %s', (width, height, layout) => {
    expect(layoutOf(width, height)).toBe(layout);
  });
});

describe('since my move', () => {
  const told = (seat: number | null, text: string, position: number): LogLineInfo => ({
    ...line(`${position}`, position),
    seat,
    text,
    rule: 'X-1',
  });
  test('what each seat did, also by chance, and where to replay from', () => {
    const log = [
      told(0, 'Red flies', 1),
      told(1, 'Blue sells', 2),
      told(1, "Blue's turn ends", 3),
      told(null, 'Blue throws 2 and 3 and flies to Rome', 3),
      told(1, 'Red pays Blue $7M', 3),
      told(2, 'Green bids $3 for the Vega', 4),
    ];
    const since = sinceMyMove(log, 0, ['Red', 'Blue', 'Green']);
    expect(since.from).toBe(1);
    expect([...since.lines.values()].map((lines) => lines.map((one) => one.text))).toEqual([
      ['Blue sells', 'Blue throws 2 and 3 and flies to Rome'],
      ['Green bids $3 for the Vega'],
    ]);
  });
  test('as many lines as there is room for, the newest first of all', () => {
    const lines = ['Blue throws 2 and 3 and flies to Rome', 'Blue buys Rome'];
    expect(recount(lines, 'Blue', 60)).toBe('throws 2 and 3 and flies to Rome · buys Rome');
    expect(recount(lines, 'Blue', 30)).toBe('buys Rome');
  });
  test('a line is shortened at its clauses, not in a word', () => {
    expect(shorten('Blue plays Douglas DC-2 (small, 3 barrels)', 'Blue', 20)).toBe('plays Douglas DC-2');
    expect(shorten('Blue adjusts the route to 1 hex west and 2 south of Dallas', 'Blue', 38)).toBe(
      'adjusts the route',
    );
    expect(shorten('Blue is rid of Generous Dividends', 'Blue', 20)).toBe('is rid of Generous Dividends');
    expect(shorten('Blue bids $3', 'Blue', 20)).toBe('bids $3');
    expect(shorten('extraordinarily', 'Blue', 5)).toBe('extraordinarily');
  });
});
