/** The height of the question bar: a few steps, so that the board above it stands still. */

export const STEPS = [136, 184, 228, 284];
const REMEMBERED = 6;

/**
 * The lowest step that holds each of the last few questions. It rises at once when a question needs more and comes
 * down only when several in a row were content with less.
 */
export class Steady {
  #asked: { seq: number; need: number }[] = [];

  height(seq: number, need: number, most: number): number {
    const last = this.#asked.at(-1);
    if (last?.seq === seq) last.need = need;
    else this.#asked = [...this.#asked, { seq, need }].slice(-REMEMBERED);
    return this.now(most);
  }

  now(most: number): number {
    const need = Math.max(0, ...this.#asked.map((one) => one.need));
    const step = STEPS.find((height) => height >= need) ?? Infinity;
    return Math.min(step, STEPS.at(-1) ?? step, most);
  }
}
