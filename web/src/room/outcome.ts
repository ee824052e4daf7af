/** What a choice brings, by its words. */

/** What is neither gain nor cost by itself. */
const PLAIN = /^no |takes over|bankrupt/;

/** "−$150" costs, "+$6 · major city" is good; "−$20M · fares 10 → 18" is both, and so neither, as "no points" is. */
export function toneOf(brings: string): 'good' | 'cost' | 'both' {
  const [first = '', ...others] = brings.split(' · ');
  if (PLAIN.test(brings)) return 'both';
  const change = /(\d+) → (\d+)$/.exec(first);
  if (change && Number(change[2]) < Number(change[1])) return others.length === 0 ? 'cost' : 'both';
  if (!/^[−-]/.test(first.trim())) return 'good';
  return others.length === 0 ? 'cost' : 'both';
}
