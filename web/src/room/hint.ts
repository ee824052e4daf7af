import type { SuggestedAction } from '../api/types';

/** The chance to win as it is shown: whole percent, as the server sorted by it. */
export function chanceOf({ percent }: SuggestedAction): string {
  return `${percent}\u00a0%`;
}

/** How far the chance may be off, in points; nothing where it is certain or too small to say. */
export function errorOf({ uncertainty }: SuggestedAction): string {
  const points = Math.round(uncertainty * 100);
  return points > 0 ? `±\u2009${points}` : '';
}

/** How a choice compares with the first: about as good, or what it costs in the title's money. */
export function comparedOf(advice: SuggestedAction): string {
  return advice.about_as_good ? 'about as good' : advice.gain_words.replace(/^-/, '−');
}

/** Half a sentence as a whole one. */
export function sentenceOf(reason: string): string {
  return reason && `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}
