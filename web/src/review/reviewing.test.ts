import { describe, expect, it } from 'vitest';
import type { ReviewMoment, ReviewedStretchInfo } from '../api/types';
import {
  accuracyRange,
  bandsOf,
  change,
  changesOf,
  expectedOf,
  knownSteps,
  leadOf,
  margin,
  nameOfRow,
  nextMoment,
  oddsOf,
  placeOf,
  positionOf,
  roundOf,
  shortNames,
  stepsBefore,
  verdictOf,
} from './reviewing';

const step = (kind: string, begin: number, end: number, round: number, chances: number[] = []) =>
  ({
    kind,
    begin,
    end,
    seat: kind === 'choice' ? 0 : -1,
    round,
    chances,
    errors: [],
  }) satisfies ReviewedStretchInfo;
const STEPS = [
  step('chance', 0, 3, 0, [0.5, 0.5]),
  step('choice', 3, 4, 1, [0.6, 0.4]),
  step('choices at once', 4, 6, 1, [0.4, 0.6]),
  step('chance', 6, 7, 2),
];
const moment = (kind: string, at: number, position: number): ReviewMoment => ({
  step: at,
  position,
  seat: 0,
  kind,
  weight: 0.1,
  words: '',
  played: '',
  better: '',
});

describe('verdicts', () => {
  it('go by the loss beyond noise', () => {
    const words = [0.01, 0.02, 0.05, 0.12].map((loss) => verdictOf({ loss, is_clear: true }));
    expect(words).toEqual(['about as good', 'slight loss', 'mistake', 'blunder']);
  });
  it('call no loss within the noise one', () => {
    expect(verdictOf({ loss: 0.3, is_clear: false })).toBe('about as good');
    expect(verdictOf({ loss: 0, is_clear: false })).toBe('the best found');
  });
  it('have a sign, and none for nothing', () => {
    expect([change(0.079), change(-0.079), change(-0.0001)]).toEqual(['+7.9', '−7.9', '0.0']);
  });
});

describe('what is left open', () => {
  it('is told on either side, and not where it is nothing', () => {
    expect([margin(0.012), margin(0.0001), margin(undefined)]).toEqual(['±2.4', '', '']);
  });
});

describe('names', () => {
  it('are the first ones where these tell people apart, and keep their numbers', () => {
    expect(shortNames(['Ada Lovelace', 'Player 1'])).toEqual(['Ada', 'Player 1']);
    expect(shortNames(['Ada Lovelace', 'Ada Byron'])).toEqual(['Ada Lovelace', 'Ada Byron']);
  });
});

describe('the lead', () => {
  it('is told by how often it changed and whose it was last', () => {
    const info = { start: [0.6, 0.4], steps: STEPS.slice(0, 3), turning_points: [0, 2] };
    expect(leadOf(info)).toEqual({ times: 2, step: 3, seat: 1 });
    expect(leadOf({ ...info, turning_points: [] })).toEqual({ times: 0, step: 0, seat: 0 });
    expect(leadOf({ start: [], steps: [], turning_points: [] })).toBeNull();
  });
});

describe('accuracy', () => {
  it('stays between 0 and 100 however unsure it is', () => {
    expect(accuracyRange(0.01, 0)).toEqual([87, 87]);
    expect(accuracyRange(0.01, 0.005)).toEqual([76, 100]);
    expect(accuracyRange(-0.002, 0.5)).toEqual([0, 100]);
  });
});

describe('the curve', () => {
  it('knows how many steps are over at a position', () => {
    expect([0, 2, 3, 4, 5, 6, 7].map((position) => stepsBefore(STEPS, position))).toEqual([
      0, 0, 1, 2, 2, 3, 4,
    ]);
  });
  it('is known up to the first gap', () => {
    expect(knownSteps({ start: [], steps: STEPS })).toBe(-1);
    expect(knownSteps({ start: [0.5, 0.5], steps: STEPS })).toBe(3);
  });
  it('tells what a step changed', () => {
    const info = { start: [0.5, 0.5], steps: STEPS };
    expect(changesOf(info, 1).map((one) => one.toFixed(1))).toEqual(['0.1', '-0.1']);
    expect(changesOf(info, 3)).toEqual([]);
  });
  it('has its rounds as bands', () => {
    expect(bandsOf(STEPS)).toEqual([
      { round: 0, from: 0, to: 1 },
      { round: 1, from: 1, to: 3 },
      { round: 2, from: 3, to: 4 },
    ]);
  });
});

describe('moments', () => {
  const moments = [moment('chance', 0, 0), moment('choice', 1, 3)];
  it('stand before a choice and after luck', () => {
    expect(moments.map(placeOf)).toEqual([1, 1]);
    expect(moments.map((one) => positionOf(one, STEPS))).toEqual([3, 3]);
  });
  it('are in the round that was on', () => {
    expect(moments.map((one) => roundOf(one, STEPS))).toEqual([0, 0]);
    expect(roundOf(moment('choice', 2, 4), STEPS)).toBe(1);
    expect(roundOf(moment('chance', 3, 6), STEPS)).toBe(2);
  });
  it('follow each other, and end', () => {
    expect(nextMoment(moments, 0, 1, 1)).toBe(1);
    expect(nextMoment(moments, 1, 1, 1)).toBeNull();
    expect(nextMoment(moments, null, 0, 1)).toBe(0);
    expect(nextMoment(moments, null, 3, -1)).toBe(1);
    expect(nextMoment(moments, null, 3, 1)).toBeNull();
  });
});

describe('luck', () => {
  const row = (words: string, odds: number, alike: number, first: number) => ({
    words,
    odds,
    alike,
    chances: [first, 1 - first],
    came: false,
  });
  it('names what could have come, and how many mean the same', () => {
    const rows = [row('Throw 6 and 6', 1 / 36, 0, 0.9), row('Throw 1 and 2', 35 / 36, 34, 0.5)];
    expect([0, 1].map((i) => nameOfRow({ rows }, i))).toEqual([
      'Throw 6 and 6',
      'Throw 1 and 2, or 34 like it',
    ]);
    expect(expectedOf({ rows }, 0)).toBeCloseTo((0.9 + 35 * 0.5) / 36);
    expect(expectedOf({ rows }, 0) + expectedOf({ rows }, 1)).toBeCloseTo(1);
  });
  it('tells a deal by fifths', () => {
    const rows = [0.6, 0.5, 0.4, 0.3, 0.2].map((chance) => row('', 0.2, 6, chance));
    expect(nameOfRow({ rows }, 0)).toBe('The best fifth');
    expect(nameOfRow({ rows }, 4)).toBe('The worst fifth');
  });
  it('says odds as people do where that is exact', () => {
    expect([oddsOf(0.0833, 36), oddsOf(0.2, 0), oddsOf(0.0282, 59), oddsOf(1, 1)]).toEqual([
      '3 in 36',
      '20 %',
      '2.8 %',
      '100 %',
    ]);
  });
});
