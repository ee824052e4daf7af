import type { Choice } from '../api/types';

export interface Group {
  name: string;
  choices: Choice[];
  /** Each of its choices begins with its name: it need not be said again. */
  said: boolean;
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
  return [...groups].map(([name, members]) => ({
    name,
    choices: members,
    said: members.every(({ label }) => label.startsWith(`${name} `)),
  }));
}

/** Whether these choices stand in columns, and how wide one is, in pixels: one line where that is short, else two. */
export function columnOf(choices: Choice[]): { many: boolean; width: number } {
  const letters = Math.max(0, ...choices.map(({ label, detail = '' }) => label.length + detail.length + 1));
  const long = letters > 36;
  return {
    many: choices.length > (long ? 1 : 3),
    width: long ? Math.min(390, letters * 4.6 + 60) : letters * 6.6 + 62,
  };
}
