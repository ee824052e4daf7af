import { expect, test } from 'vitest';
import { tokenOf } from './key';

test('a key is found in a link and by itself', () => {
  const token = 'k~0~abcdefghijklmnopqrstuvwxyz_-0123456789ABCDE';
  expect(tokenOf(` https://table.example/j/${token}\n`)).toBe(token);
  expect(tokenOf(token)).toBe(token);
});

test('anything else is no key', () => {
  for (const pasted of ['', 'short', 'https://table.example/', 'a b c d e f g h i j k l m n', 'x'.repeat(65)])
    expect(tokenOf(pasted)).toBe('');
});
