/** What a choice brings, by its words. */

/** "−$150" costs, "+$6 · major city" is good; "−$20M · fares 10 → 18" is both, and so neither. */
export function toneOf(brings: string): 'good' | 'cost' | 'both' {
  const [first = '', ...others] = brings.split(' · ');
  if (!/^[−-]/.test(first.trim())) return 'good';
  return others.length === 0 ? 'cost' : 'both';
}
