/** Words about people at a table. */

import type { ReliabilityInfo, ReportChatRequest, SentInvitationInfo } from '../api/types';

export function reliabilityInWords({ played, finished, is_known }: ReliabilityInfo): string {
  return is_known ? `finished ${finished} of ${played}` : 'too few matches to say how reliable';
}

export const REASONS: [ReportChatRequest['reason'], string][] = [
  ['insult', 'It insults somebody'],
  ['threat', 'It threatens somebody'],
  ['spam', 'It is advertising, or repeated again and again'],
  ['cheating', 'It is about cheating'],
  ['other', 'Something else'],
];

export const INVITATION_STATES: Record<SentInvitationInfo['state'], string> = {
  waiting: 'waits for an answer',
  declined: 'cannot come',
  accepted: 'sat down',
};
