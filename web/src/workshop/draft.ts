/** An edition that is being transcribed survives a closed page, also while something in it is still wrong. */

type Data = Record<string, unknown>;

const keyOf = (title: string) => `aerodrome.workshop.${title}`;

export function keepDraft(title: string, data: Data): void {
  try {
    localStorage.setItem(keyOf(title), JSON.stringify(data));
  } catch {
    // Without storage it is kept when its owner says so.
  }
}

export function dropDraft(title: string): void {
  try {
    localStorage.removeItem(keyOf(title));
  } catch {
    // There is none.
  }
}

export function readDraft(title: string): Data | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(title)) ?? 'null');
    return typeof found === 'object' && found !== null && 'edition' in found ? (found as Data) : null;
  } catch {
    return null;
  }
}
