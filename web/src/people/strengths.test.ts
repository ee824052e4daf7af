import { expect, test } from 'vitest';
import type { DecisionKindComparisonInfo } from '../api/types';
import { amountInWords, comparedInWords, pointsInWords, silenceInWords } from './strengths';

const auctions: DecisionKindComparisonInfo = {
  kind: 'Auctions',
  decisions: 48,
  matches: 6,
  loss: -0.051,
  error: 0.04,
  compared_loss: 0.31,
  compared_with: 'others',
};
const title = { title: 'tingoose', matches: 6 };

test('a kind of decision in short words', () => {
  expect(pointsInWords(auctions.loss)).toBe('−0.05');
  expect(amountInWords(auctions)).toBe('48 choices in 6 matches');
  expect(comparedInWords(auctions)).toBe('others 0.31');
  expect(comparedInWords({ ...auctions, compared_with: 'own other choices' })).toBe('other choices 0.31');
});

test('too little is told from nothing clear', () => {
  expect(silenceInWords({ ...title, is_known: false, better: [], worse: [] })).toMatch(/^Too few/);
  expect(silenceInWords({ ...title, is_known: true, better: [], worse: [] })).toMatch(/^Nothing stands out/);
  expect(silenceInWords({ ...title, is_known: true, better: [], worse: [auctions] })).toBe('');
});
