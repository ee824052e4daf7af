import type { Choice } from '../api/types';

export interface Group {
  name: string;
  choices: Choice[];
}

/** The choices as they stand in the bar, group by group: the order of the number keys. */
export function inOrder(choices: Choice[]): Choice[] {
  return grouped(choices).flatMap((group) => group.choices);
}

/** Choices under their group's name, groups in order of appearance. */
export function grouped(choices: Choice[]): Group[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const name = choice.group ?? '';
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return [...groups].map(([name, members]) => ({ name, choices: members }));
}
