/** An answer that was given but not yet acknowledged: kept over a reload, sent again, never doubled (its seq is). */

export interface Answer {
  seat: number | null;
  seq: number;
  action: Record<string, unknown>;
}

const key = (id: string) => `aerodrome.answer.${id}`;

export const pending = {
  keep(id: string, answer: Answer): void {
    try {
      sessionStorage.setItem(key(id), JSON.stringify(answer));
    } catch {
      // Without storage an unacknowledged answer does not survive a reload.
    }
  },
  of(id: string): Answer | null {
    try {
      return JSON.parse(sessionStorage.getItem(key(id)) ?? 'null') as Answer | null;
    } catch {
      return null;
    }
  },
  drop(id: string): void {
    try {
      sessionStorage.removeItem(key(id));
    } catch {
      // Nothing was kept.
    }
  },
};
