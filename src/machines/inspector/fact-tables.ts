import { isSecretName, withoutSecrets } from '../../events/core/redact-secrets.ts';
import { rowsOf, type Table } from '../../events/core/table.ts';
import { keyText, partsOf } from './changes.ts';
import { shownValue } from './shown-value.ts';

export type Row = readonly [key: string, value: unknown];

/** A table, map, set or list of a context. */
export interface FactTable {
  /** Names of fields from the context down. */
  readonly name: string;
  readonly size: number;
  /** It is another one after each change. */
  readonly source: object;
  readonly rows: () => Iterable<Row>;
}

const DEEPEST = 3;

/** Return the tables of a context, the largest first, without fields of secrets (TRUST-05). */
export function tablesIn(context: unknown): readonly FactTable[] {
  return within(context, []).toSorted((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1));
}

function within(value: unknown, path: readonly string[]): readonly FactTable[] {
  const table = tableOf(value, path.join('.'));
  if (table) return [table];
  const found = path.length < DEEPEST ? partsOf(value) : undefined;
  if (found?.kind !== 'object') return [];
  return [...found.parts].flatMap(([key, one]) => {
    const name = keyText(key);
    return isSecretName(name) ? [] : within(one, [...path, name]);
  });
}

function tableOf(value: unknown, name: string): FactTable | undefined {
  if (isTable(value)) return { name, source: value, size: value.size, rows: () => rowsOf(value) };
  const found = partsOf(value);
  if (!found || found.kind === 'object' || typeof value !== 'object' || value === null)
    return undefined;
  const { kind, parts } = found;
  // short texts and numbers are no rows
  if (kind === 'array' && ![...parts.values()].some((one) => typeof one === 'object'))
    return undefined;
  const rows = () => [...parts].map(([key, one]): Row => [keyText(key), one]);
  return { name, source: value, size: parts.size, rows };
}

function isTable(value: unknown): value is Table<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'shards' in value &&
    Array.isArray(value.shards) &&
    'size' in value &&
    typeof value.size === 'number'
  );
}

/** Return the rows whose key or values contain a text, by their keys. */
export function rowsWhere(table: FactTable, text: string): readonly Row[] {
  const wanted = text.trim().toLowerCase();
  const found = [...table.rows()].filter(
    ([key, value]) =>
      wanted === '' || key.toLowerCase().includes(wanted) || wordsOf(value).includes(wanted),
  );
  return Array.isArray(table.source) ? found : found.sort(([a], [b]) => (a < b ? -1 : 1));
}

const known = new WeakMap<object, string>();
/** Letters and depth of a row in which a text is looked for. */
const LETTERS = 8_000;
const DEEPEST_WORD = 6;

/** Rows never change, so that their words are read once. */
function wordsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return words('', value, 0).join('\n');
  const before = known.get(value);
  if (before !== undefined) return before;
  const text = words('', value, 0).join('\n').slice(0, LETTERS);
  known.set(value, text);
  return text;
}

function words(name: string, value: unknown, depth: number): readonly string[] {
  if (isSecretName(name) || depth > DEEPEST_WORD) return [];
  if (typeof value === 'string') return [withoutSecrets(value).toLowerCase()];
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)];
  return [...(partsOf(value)?.parts ?? [])].flatMap(([key, one]) => {
    const inside = keyText(key);
    return [
      ...(typeof key === 'number' ? [] : [withoutSecrets(inside).toLowerCase()]),
      ...words(inside, one, depth + 1),
    ];
  });
}

/** Number of parts in the line of a row. */
const BRIEF = 4;

/** Return a row's value in one line, without secrets. */
export function briefOf(name: string, value: unknown): string {
  const { kind, text, parts } = shownValue(name, value);
  if (kind !== 'parts') return kind === 'secret' ? '…' : text;
  return parts
    .slice(0, BRIEF)
    .map(([part, one]) => {
      const shown = shownValue(part, one);
      const said = shown.kind === 'parts' ? `${shown.text} ${shown.parts.length}` : shown.text;
      return `${part}: ${shown.kind === 'secret' ? '…' : said}`;
    })
    .join(', ');
}

/** Columns of a table, and rows whose fields are looked at for them. */
const [COLUMNS, LOOKED_AT] = [4, 50];

/** Return the fields that most rows have and that fit into one line, in their order. */
export function columnsOf(rows: readonly Row[]): readonly string[] {
  const counts = new Map<string, number>();
  const some = rows.slice(0, LOOKED_AT);
  for (const [key, value] of some)
    for (const [name, one] of shownValue('', value).parts) {
      const isRepeated = typeof one === 'string' && one === key;
      if (isRepeated || isListPlace(name) || shownValue(name, one).kind === 'parts') continue;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  return [...counts]
    .filter(([, count]) => count * 2 > some.length)
    .slice(0, COLUMNS)
    .map(([name]) => name);
}

const isListPlace = (name: string): boolean => /^\d+$/.test(name);

/** Return a field of a row. */
export function fieldOf(value: unknown, name: string): unknown {
  return shownValue('', value).parts.find(([key]) => key === name)?.[1];
}

/** The order of rows. An empty `column` is the key. */
export interface Sort {
  readonly column: string;
  readonly isDown: boolean;
}

/** A missing value comes first. */
function sortText(value: unknown): string {
  return value === undefined ? '' : shownValue('', value).text;
}

/** Return the rows in another order. Numbers are compared as such. */
export function rowsSorted(rows: readonly Row[], sort: Sort | undefined): readonly Row[] {
  if (!sort) return rows;
  const { column, isDown } = sort;
  const keys = new Map(
    rows.map((row) => [row, column === '' ? row[0] : fieldOf(row[1], column)] as const),
  );
  const compare = (a: Row, b: Row): number => {
    const [one, other] = [keys.get(a), keys.get(b)];
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    const [text, more] = [sortText(one), sortText(other)];
    return text < more ? -1 : text > more ? 1 : 0;
  };
  return rows.toSorted((a, b) => (isDown ? compare(b, a) : compare(a, b)));
}
