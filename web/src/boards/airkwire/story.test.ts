import { describe, expect, it } from 'vitest';
import type { AirkwireView } from '../../api/views/airkwire';
import type { Printed } from './printed';
import { placeOfTale, standing, stepsOf, told } from './story';

it('tells nothing over a city that is asked about', () => {
  expect(placeOfTale([])).toBe('below');
  expect(placeOfTale([60, 300])).toBe('below');
  expect(placeOfTale([300, 480])).toBe('above');
  expect(placeOfTale([60, 480])).toBe('nowhere');
});

const takeover = {
  type: 'took_over',
  acquirer: 'twa',
  defunct: 'american',
  city: 'new_orleans',
  rate: 20,
  first: [1],
  first_bonus: 400,
  second: [0, 2],
  second_bonus: 100,
};
const home = { type: 'home_taken', acquirer: 'twa', defunct: 'american', city: 'dallas', aircraft: 'dc3' };
const handed = (seat: number) => ({
  type: 'disposed',
  seat,
  defunct: 'american',
  acquirer: 'twa',
  exchanged: 1,
  sold: 3,
  amount: 1200,
  now: 800,
});
const board = {
  airlines: [
    { id: 'twa', short: 'TWA' },
    { id: 'american', short: 'American' },
  ],
  cities: [
    { id: 'new_orleans', name: 'New Orleans' },
    { id: 'dallas', name: 'Dallas' },
  ],
  aircraft: [{ id: 'dc3', name: 'Douglas DC-3' }],
} as unknown as Printed;
const view = (disposing: number[] | null, status = 'open') =>
  ({
    merger: disposing && { acquirer: 'twa', defunct: 'american', disposing },
    airlines: { american: { status } },
  }) as unknown as AirkwireView;

describe('the story of a merger', () => {
  it('grows with what happens and names each payment with its owner', () => {
    const stories = told(told([], [takeover, home]), [{ type: 'drew', seat: 1 }, handed(1)]);
    const steps = stepsOf(stories[0]!, board);
    expect(steps.map((step) => step.words)).toEqual([
      'TWA takes over American at New Orleans',
      'Bonuses for the shareholders of American',
      'The home Dallas gets a Douglas DC-3',
      'Shares of American are handed in',
    ]);
    expect(steps[1]?.payments.map(({ seat, amount }) => [seat, amount])).toEqual([
      [1, 400],
      [0, 100],
      [2, 100],
    ]);
    expect(steps[3]?.payments[0]?.why).toBe('1 share of TWA by exchange, 3 sold');
  });

  it('gives way to the next one, a payout stands beside it', () => {
    const paid = { type: 'paid', airline: 'twa', rate: 30, seats: [0], amounts: [60] };
    const stories = told(told([], [takeover]), [paid, { ...paid, airline: 'american' }]);
    expect(stories.map((story) => [story.kind, story.events.length])).toEqual([
      ['merger', 1],
      ['payout', 2],
    ]);
    expect(told(stories, [takeover]).filter((story) => story.kind === 'merger')).toHaveLength(1);
  });

  it('forgets what was taken back', () => {
    const stories = told([], [takeover, handed(1)]);
    expect(standing(stories, view([1, 2]))[0]?.events).toHaveLength(1);
    expect(standing(stories, view([2]))[0]?.events).toHaveLength(2);
    expect(standing(stories, view(null))).toEqual([]);
    expect(standing(stories, view(null, 'defunct'))).toHaveLength(1);
  });
});
