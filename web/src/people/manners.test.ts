import { describe, expect, it } from 'vitest';
import { mergeChat } from '../state/room.svelte';
import { reliabilityInWords } from './manners';

describe('reliability', () => {
  it('says when there are too few matches', () => {
    expect(reliabilityInWords({ played: 20, finished: 18, is_known: true })).toBe('finished 18 of 20');
    expect(reliabilityInWords({ played: 2, finished: 2, is_known: false })).toContain('too few');
  });
});

describe('chat', () => {
  const line = (id: number, text: string) => ({
    id,
    seat: 0,
    name: 'Ann',
    text,
    at: 0,
    is_removed: text === '',
  });
  it('puts new lines at the end and takes the text of removed ones', () => {
    const merged = mergeChat([line(2, 'two'), line(3, 'three')], [line(3, ''), line(4, 'four')]);
    expect(merged.map(({ id, text }) => [id, text])).toEqual([
      [2, 'two'],
      [3, ''],
      [4, 'four'],
    ]);
  });
  it('leaves out a removed line of an earlier page', () => {
    expect(mergeChat([line(2, 'two')], [line(1, '')])).toHaveLength(1);
  });
});
