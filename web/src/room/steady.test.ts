import { describe, expect, it } from 'vitest';
import { Steady, STEPS } from './steady';

const [low = 0, middle = 0] = STEPS;
const MOST = 1000;

describe('the height of the bar', () => {
  it('rises at once for a question that needs more', () => {
    const steady = new Steady();
    expect(steady.height(1, low - 10, MOST)).toBe(low);
    expect(steady.height(2, low + 1, MOST)).toBe(middle);
  });

  it('stays where it is for one small question and comes down after several', () => {
    const steady = new Steady();
    steady.height(1, middle, MOST);
    expect(steady.height(2, 50, MOST)).toBe(middle);
    for (let seq = 3; seq < 9; seq++) steady.height(seq, 50, MOST);
    expect(steady.now(MOST)).toBe(low);
  });

  it('takes the last measure of a question, not what was there before it', () => {
    const steady = new Steady();
    steady.height(1, middle, MOST);
    expect(steady.height(1, 50, MOST)).toBe(low);
  });

  it('never takes more of the screen than it may', () => {
    expect(new Steady().height(1, 5000, MOST)).toBe(STEPS.at(-1));
    expect(new Steady().height(1, 5000, 150)).toBe(150);
  });
});
