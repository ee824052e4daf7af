/** The values of an edition as tables, whatever its structure: one for each list of entries, one for loose values. */

export type Scalar = string | number | boolean | null;
export type Path = (string | number)[];
export interface Cell {
  path: Path;
  value: unknown;
}
export interface Row {
  /** What the row is about; empty where its first column says it. */
  name: string;
  cells: (Cell | null)[];
}
export interface Sheet {
  name: string;
  path: Path;
  columns: string[];
  rows: Row[];
  /** Rows can be added and taken away. */
  grows: boolean;
}
type Table = Record<string, unknown>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) => typeof value !== 'object' || value === null;
/** A value that fits into one cell: a number, a word, or a list of them. */
const isCell = (value: unknown): boolean =>
  isScalar(value) || (Array.isArray(value) && value.every((one) => isScalar(one) || isPoint(one)));
const isPoint = (value: unknown) => Array.isArray(value) && value.every(isScalar);
const isPairs = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => Array.isArray(one) && one.length === 2 && one.every((end) => typeof end === 'string'));

export const humanize = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const nameOf = (entry: Table, number: number) =>
  String(entry['name'] ?? entry['id'] ?? entry['colour'] ?? number + 1);

/** `city[7].fares`, as the checks name places. */
export const pathText = (path: Path) =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('');

export function sheetsOf(data: Table): Sheet[] {
  const loose: Table = {};
  const sheets: Sheet[] = [];
  for (const [key, value] of Object.entries(data)) {
    if (isCell(value) && !isPairs(value)) loose[key] = value;
    else collect(value, [key], humanize(key), sheets);
  }
  if (Object.keys(loose).length > 0) sheets.push(valuesSheet(loose, [], 'Other values'));
  return sheets;
}

function collect(value: unknown, path: Path, name: string, sheets: Sheet[]): void {
  if (isPairs(value)) sheets.push(pairsSheet(value, path, name));
  else if (Array.isArray(value) && value.every(isTable)) entriesSheet(value, path, name, sheets);
  else if (isTable(value)) {
    sheets.push(valuesSheet(value, path, name));
    for (const [key, inner] of nested(value, [], (one) => isPairs(one) || isEntries(one)))
      collect(inner, [...path, ...key], `${name}: ${key.join(' ').replaceAll('_', ' ')}`, sheets);
  }
}

const isEntries = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isTable);

/** Everything inside tables in tables that passes the test, with its path. */
function nested(table: Table, path: string[], test: (value: unknown) => boolean): [string[], unknown][] {
  return Object.entries(table).flatMap(([key, value]) => {
    if (test(value)) return [[[...path, key], value] as [string[], unknown]];
    return isTable(value) ? nested(value, [...path, key], test) : [];
  });
}

function valuesSheet(table: Table, path: Path, name: string): Sheet {
  const rows = nested(table, [], (value) => isCell(value) && !isPairs(value)).map(([key, value]) => ({
    name: key.map((part) => part.replaceAll('_', ' ')).join(', '),
    cells: [{ path: [...path, ...key], value }],
  }));
  return { name, path, columns: ['value'], rows, grows: false };
}

function pairsSheet(pairs: string[][], path: Path, name: string): Sheet {
  const rows = pairs.map((pair, i) => ({
    name: '',
    cells: pair.map((value, end) => ({ path: [...path, i, end], value })),
  }));
  return { name, path, columns: ['from', 'to'], rows, grows: true };
}

/** What an entry is called stands first; what only files need, and where things are, stands last. */
const weightOf = (column: string) => {
  if (column === 'name') return 0;
  if (/^(source|why|named_in_rulebook|region)|_source$/.test(column)) return 4;
  if (/^(lat|lon|q|r|at)$/.test(column)) return 2;
  return column === 'id' ? 3 : 1;
};

function entriesSheet(entries: Table[], path: Path, name: string, sheets: Sheet[]): void {
  const flat = entries.map(
    (entry) => new Map(nested(entry, [], isCell).map(([key, v]) => [key.join('.'), v])),
  );
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))].sort(
    (a, b) => weightOf(a) - weightOf(b),
  );
  const rows = flat.map((row, i) => ({
    name: '',
    cells: columns.map((column) =>
      row.has(column) ? { path: [...path, i, ...column.split('.')], value: row.get(column) } : null,
    ),
  }));
  if (columns.length > 0) sheets.push({ name, path, columns, rows, grows: true });
  entries.forEach((entry, i) => {
    for (const [key, inner] of nested(entry, [], isEntries))
      collect(inner, [...path, i, ...key], `${name} ${nameOf(entry, i)}: ${key.join(' ')}`, sheets);
  });
}

export const slugOf = (name: unknown) => String(name).toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

/** The sheet and the row that are about a thing of the board, by its id: the numbers of both, or null. */
export function findRow(sheets: Sheet[], id: string): [number, number] | null {
  for (const [number, { columns, rows, grows }] of sheets.entries()) {
    if (!grows) continue;
    const row = rows.findIndex(({ cells }) =>
      cells.some((cell, i) => {
        const column = columns[i] ?? '';
        if (!cell) return false;
        return (
          (/^(id|code)$/.test(column) && String(cell.value) === id) ||
          (column === 'name' && slugOf(cell.value) === id)
        );
      }),
    );
    if (row >= 0) return [number, row];
  }
  return null;
}

/** What a cell shows of its value. */
export function cellText(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value))
    return value.map((one) => (Array.isArray(one) ? `(${one.join(', ')})` : String(one))).join(', ');
  return String(value as Scalar);
}

/** What somebody wrote into a cell, as the kind of value that was there; nonsense stays text, and the checks say so. */
export function readCell(text: string, before: unknown): unknown {
  const asNumber = (word: string) =>
    word.trim() !== '' && Number.isFinite(Number(word)) ? Number(word) : word;
  if (Array.isArray(before)) {
    if (text.trim() === '') return [];
    if (before.some(Array.isArray))
      return [...text.matchAll(/\(([^()]*)\)/g)].map((found) => (found[1] ?? '').split(',').map(asNumber));
    const words = text.split(',').map((word) => word.trim());
    return before.some((one) => typeof one === 'number') || before.length === 0 ? words.map(asNumber) : words;
  }
  if (typeof before === 'number') return asNumber(text);
  return text;
}

/** The data with one value changed; everything else is shared. */
export function withValue<T>(data: T, path: Path, value: unknown): T {
  const [first, ...rest] = path;
  if (first === undefined) return value as T;
  const copy = (Array.isArray(data) ? [...(data as unknown[])] : { ...(data as object) }) as Record<
    string | number,
    unknown
  >;
  copy[first] = withValue(copy[first], rest, value);
  return copy as T;
}

export function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, part) => (at as Record<string | number, unknown>)[part], data);
}
