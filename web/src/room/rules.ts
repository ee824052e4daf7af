import type { RuleInfo } from '../api/types';

export interface Section {
  name: string;
  rules: RuleInfo[];
}

/** The rules in which every word of the wish occurs, under their sections. */
export function search(rules: RuleInfo[], wish: string): Section[] {
  const words = wish.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = new Map<string, RuleInfo[]>();
  for (const rule of rules) {
    const text = `${rule.id} ${rule.section} ${rule.text}`.toLowerCase();
    if (words.every((word) => text.includes(word)))
      sections.set(rule.section, [...(sections.get(rule.section) ?? []), rule]);
  }
  return [...sections].map(([name, found]) => ({ name, rules: found }));
}
