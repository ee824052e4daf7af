import { expect, test } from 'vitest';
import { optionInWords } from './options';

test('an option that is a seat is told by who sits there', () => {
  const players = [{ name: 'Anna' }, { name: 'Ben' }];
  expect(optionInWords('banker', 1, players)).toBe('Ben');
  expect(optionInWords('round_limit', 1, players)).toBe('1');
  expect(optionInWords('first_turn', 'dice_winner', players)).toBe('dice winner');
  expect(optionInWords('short_game', true, players)).toBe('yes');
});
