import { describe, expect, test } from 'vitest';
import type { LogLineInfo, SeatQuestion } from '../api/types';
import type { View } from '../boards/board';
import { isHit, onlyAnswer } from './hits';

const line = (seat: number | null): LogLineInfo => ({ id: '1', text: '', rule: 'X-1', position: 1, seat });
const view = (cash: number, cities = 0) => ({ cash, cities }) as unknown as View;
const module = {
  purse: (seen: View) => (seen as unknown as { cash: number }).cash,
  owned: (seen: View) => (seen as unknown as { cities: number }).cities,
};

describe('what hits me', () => {
  test('is a loss of money or of something of mine by another', () => {
    expect(isHit(view(5), view(3), [line(1)], 0, module)).toBe(true);
    expect(isHit(view(5, 2), view(9, 1), [line(1)], 0, module)).toBe(true);
    expect(isHit(view(5), view(6), [line(1)], 0, module)).toBe(false);
  });
  test('is not what I did myself, nor what nobody did', () => {
    expect(isHit(view(5), view(3), [line(1), line(0)], 0, module)).toBe(false);
    expect(isHit(view(5), view(3), [line(null)], 0, module)).toBe(false);
  });
});

describe('the only answer', () => {
  const choice = { label: 'Throw', action: {} };
  const asked = (more: Partial<SeatQuestion>): SeatQuestion =>
    ({ seq: 1, ask: '', choices: [choice], forms: [], refused: [], ...more }) as SeatQuestion;
  test('is given where there is no other', () => {
    expect(onlyAnswer(asked({}), [])).toBe(choice);
    expect(onlyAnswer(asked({ choices: [choice, choice] }), [])).toBeNull();
    expect(onlyAnswer(null, [])).toBeNull();
  });
  test('is not given where something is given away, or something else could be done', () => {
    expect(onlyAnswer(asked({ choices: [{ ...choice, confirm: 'Sure?' }] }), [])).toBeNull();
    expect(onlyAnswer(asked({ forms: [{} as never] }), [])).toBeNull();
    expect(onlyAnswer(asked({}), [choice])).toBeNull();
  });
});
