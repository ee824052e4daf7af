import type { Advice } from '../api/types';

/** What the bot expects: a chance of winning in percent, or a lead where it counts in the title's own money. */
export function expected(advice: Advice, all: Advice[]): string {
  if (all.every(({ expectation }) => expectation >= 0 && expectation <= 1))
    return `${Math.round(advice.expectation * 100)}%`;
  const lead = advice.expectation.toFixed(1);
  return advice.expectation < 0 ? lead.replace('-', '−') : `+${lead}`;
}
