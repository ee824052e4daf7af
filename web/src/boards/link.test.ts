import { describe, expect, test, vi } from 'vitest';
import type { SeatQuestion } from '../api/types';
import { Link } from './link.svelte';
import { touches } from './where';

describe('where', () => {
  test('a choice that names more still touches the place', () => {
    expect(touches({ city: 'tokyo', aircraft: 'jet' }, { city: 'tokyo' })).toBe(true);
    expect(touches({ city: 'tokyo' }, { city: 'tokyo', aircraft: 'jet' })).toBe(false);
  });
  test('a list under the plural touches each of its places', () => {
    expect(touches({ cities: ['tokyo', 'lima'] }, { city: 'lima' })).toBe(true);
    expect(touches({ airlines: ['united'] }, { airline: 'pan_am' })).toBe(false);
  });
  test('coordinates are compared by value and nothing touches everything', () => {
    expect(touches({ hex: [3, -1] }, { hex: [3, -1] })).toBe(true);
    expect(touches({ hex: [3, -1] }, {})).toBe(false);
    expect(touches(undefined, { city: 'tokyo' })).toBe(false);
  });
});

describe('the link', () => {
  const question: SeatQuestion = {
    seq: 1,
    ask: 'Where?',
    choices: [
      { action: { type: 'buy', city: 'tokyo' }, label: 'Buy Tokyo', where: { city: 'tokyo' } },
      { action: { type: 'buy', city: 'lima' }, label: 'Buy Lima', where: { city: 'lima' } },
      { action: { type: 'sell', city: 'lima' }, label: 'Sell Lima', where: { city: 'lima' } },
    ],
    refused: [{ label: 'Rome', rule: 'AL-4.6', why: 'Red owns it.', where: { city: 'rome' } }],
  };
  const made = () => {
    const play = vi.fn();
    return { play, link: new Link(() => question, play), element: document.createElement('div') };
  };

  test('the only choice at a place is played', () => {
    const { play, link, element } = made();
    link.press({ city: 'tokyo' }, 'Tokyo', element);
    expect(play).toHaveBeenCalledWith(question.choices?.[0]);
  });
  test('several choices at a place are offered', () => {
    const { play, link, element } = made();
    link.press({ city: 'lima' }, 'Lima', element);
    expect(play).not.toHaveBeenCalled();
    expect(link.popover?.choices).toHaveLength(2);
  });
  test('a place that cannot be chosen says why', () => {
    const { play, link, element } = made();
    link.press({ city: 'rome' }, 'Rome', element);
    expect(play).not.toHaveBeenCalled();
    expect(link.popover?.refused[0]?.rule).toBe('AL-4.6');
  });
  test('only what can be pressed is a button', () => {
    const { link } = made();
    expect(link.attributes({ city: 'tokyo' }, 'Tokyo')).toMatchObject({ role: 'button', tabindex: 0 });
    expect(link.attributes({ city: 'oslo' }, 'Oslo')).toMatchObject({ role: 'img', 'aria-label': 'Oslo' });
    expect(link.label({ city: 'tokyo' }, 'Tokyo')).toBe('Tokyo: Buy Tokyo');
    expect(link.label({ city: 'rome' }, 'Rome')).toBe('Rome: not now');
  });
});
