/** What somebody does well and what costs them most, in words. */

import type { DecisionKindComparisonInfo, TitleStrengthsAndWeaknesses } from '../api/types';

/** "0.12", "−0.05": points of winning chance. */
export const pointsInWords = (value: number): string => value.toFixed(2).replace('-', '−');

/** What a kind of decision is compared with: "others 0.31", "other choices 0.40". */
export const comparedInWords = ({ compared_loss, compared_with }: DecisionKindComparisonInfo): string =>
  `${compared_with === 'others' ? 'others' : 'other choices'} ${pointsInWords(compared_loss)}`;

/** "48 choices in 6 matches". */
export const amountInWords = ({ decisions, matches }: DecisionKindComparisonInfo): string =>
  `${decisions} choices in ${matches} matches`;

/** Why no kind of decision is told; empty when one is. */
export function silenceInWords({ is_known, better, worse }: TitleStrengthsAndWeaknesses): string {
  if (!is_known) return 'Too few reviewed games to say.';
  return better.length + worse.length === 0 ? 'Nothing stands out: no difference is beyond the noise.' : '';
}
