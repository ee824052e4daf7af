/** Places by names, as the server gives them: {"city": "tokyo"}, {"hex": [3, -1]}. */

export type Where = Record<string, unknown>;

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((one, i) => same(one, b[i]));
}

const plural = (key: string) => (key.endsWith('y') ? `${key.slice(0, -1)}ies` : `${key}s`);

/** Whether `wide` (of a choice) speaks of the place `narrow`: all its names, or one of a list {"cities": [...]}. */
export function touches(wide: Where | null | undefined, narrow: Where): boolean {
  const names = Object.entries(narrow);
  if (!wide || names.length === 0) return false;
  return names.every(([key, value]) => {
    if (key in wide) return same(wide[key], value);
    const many = wide[plural(key)];
    return Array.isArray(many) && many.some((one) => same(one, value));
  });
}
