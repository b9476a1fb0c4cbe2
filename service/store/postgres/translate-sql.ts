/** A list: `json_each(?)`, with the number of its parameter if given. */
const LIST = String.raw`json_each\s*\(\s*(\?\d*)\s*\)`;
const AMONG = new RegExp(
  String.raw`\b(not\s+)?in\s*\(\s*select\s+value\s+from\s+${LIST}\s*\)`,
  'gi',
);
const TABLE = new RegExp(String.raw`${LIST}\s+(?:as\s+)?(\w+)`, 'gi');
/** A list as a table of values and positions. Numbers are texts in it, which a statement casts. */
const TABLE_OF_TEXTS = 'unnest($1::text[]) with ordinality as $2 (value, key)';
/** Planner hints of SQLite, which PostgreSQL does not have. */
const HINTS = /\s+(?:indexed\s+by\s+\w+|not\s+indexed)\b/gi;
const CROSS = /\bcross\s+join\b/gi;
const PLACE_IN = /\binstr\s*\(/gi;

/**
 * Translate a statement to PostgreSQL: without hints, lists as arrays, numbered parameters. Quoted
 * text is unchanged.
 */
export function toPostgresSql(sql: string): string {
  let counted = 0;
  const number = (mark: string) => {
    counted = mark === '?' ? counted + 1 : Math.max(counted, Number(mark.slice(1)));
    return `$${mark === '?' ? counted : mark.slice(1)}`;
  };
  return replaceOutsideQuotes(sql, (part) =>
    part
      .replaceAll(AMONG, among)
      .replaceAll(TABLE, TABLE_OF_TEXTS)
      .replaceAll(HINTS, '')
      .replaceAll(CROSS, 'join')
      .replaceAll(PLACE_IN, 'strpos(')
      .replaceAll(/\?\d*/g, number),
  );
}

function among(_: string, not: string | undefined, mark: string): string {
  return not === undefined ? `= any (${mark})` : `<> all (${mark})`;
}

export function replaceOutsideQuotes(sql: string, change: (part: string) => string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((part, place) => (place % 2 === 0 ? change(part) : part))
    .join('');
}
