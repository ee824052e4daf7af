import { describe, expect, it } from 'vitest';
import { reliabilityInWords } from './manners';

describe('reliability', () => {
  it('says when there are too few matches', () => {
    expect(reliabilityInWords({ played: 20, finished: 18, is_known: true })).toBe('finished 18 of 20');
    expect(reliabilityInWords({ played: 2, finished: 2, is_known: false })).toContain('too few');
  });
});
