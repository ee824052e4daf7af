/** Cards laid in slots: what a drop does, and how slots are changed. */

import type { SeatQuestion, Choice, SlotsForm } from '../api/types';

export const slotsOf = (question: SeatQuestion | null): SlotsForm | null =>
  question?.forms?.find((form) => form.kind === 'slots') ?? null;

/** What dropping the dragged card on this slot (from 0) does: lay it there, or exchange two slots. */
export function dropOn(question: SeatQuestion | null, dragged: Choice | null, slot: number): Choice | null {
  const form = slotsOf(question);
  const { card, slot: from } = dragged?.where ?? {};
  if (!form || !dragged) return null;
  if (card === undefined)
    return (
      form.slots[Number(from) - 1]?.choices?.find((choice) => choice.where?.['with'] === slot + 1) ?? null
    );
  if (form.slots[slot]?.open)
    return question?.choices?.find((choice) => choice.where?.['card'] === card) ?? null;
  return form.slots[slot]?.choices?.find((choice) => choice.where?.['card'] === card) ?? null;
}

/** Any choice that lays this card: dragged, it stands for the card. */
export function layingOf(question: SeatQuestion | null, card: string): Choice | null {
  const all = [
    ...(question?.choices ?? []),
    ...(slotsOf(question)?.slots ?? []).flatMap((slot) => slot.choices ?? []),
  ];
  return all.find((choice) => choice.where?.['card'] === card) ?? null;
}

/** The choice that takes the card of this slot back: it speaks of the slot and of nothing else. */
export const takingBack = (form: SlotsForm, slot: number): Choice | null =>
  form.slots[slot]?.choices?.find(({ where }) => where && Object.keys(where).join() === 'slot') ?? null;
