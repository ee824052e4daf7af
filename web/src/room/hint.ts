import type { ActionAdvice } from '../api/types';

/** What the bot expects of a choice, in the title's own money, against the average of the choices. */
export function expected(advice: ActionAdvice): string {
  const lead = advice.expectation.toFixed(1);
  return advice.expectation < 0 ? lead.replace('-', '−') : `+${lead}`;
}
