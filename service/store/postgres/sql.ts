/** A list: `json_each(?)`, with the number of its parameter where one is named. */
const LIST = String.raw`json_each\s*\(\s*(\?\d*)\s*\)`;
const AMONG = new RegExp(String.raw`\b(not\s+)?in\s*\(\s*select\s+value\s+from\s+${LIST}\s*\)`, 'gi');
const TABLE = new RegExp(String.raw`${LIST}\s+(?:as\s+)?(\w+)`, 'gi');
/** Hints to SQLite's planner, which PostgreSQL plans without. */
const HINTS = /\s+(?:indexed\s+by\s+\w+|not\s+indexed)\b/gi;
const CROSS = /\bcross\s+join\b/gi;
/** Columns that hold numbers, where a list is joined to one of them. */
const NUMBERS = /^(?:seq|kind)$/;

/**
 * A statement of the store as PostgreSQL reads it: without hints, its lists as arrays, its parameters by number. What stands in quotes stays
 * as it is.
 */
export function inPostgres(sql: string): string {
  let counted = 0;
  const number = (mark: string) => {
    counted = mark === '?' ? counted + 1 : Math.max(counted, Number(mark.slice(1)));
    return `$${mark === '?' ? counted : mark.slice(1)}`;
  };
  return outsideQuotes(sql.replaceAll(AMONG, among).replaceAll(TABLE, table(sql)), (part) =>
    part
      .replaceAll(HINTS, '')
      .replaceAll(CROSS, 'join')
      .replaceAll(/\?\d*/g, number),
  );
}

function among(_: string, not: string | undefined, mark: string): string {
  return not === undefined ? `= any (${mark})` : `<> all (${mark})`;
}

/** A list as a table with its values and their places, of the type of the column that it is joined to. */
function table(sql: string): (list: string, mark: string, name: string) => string {
  return (_, mark, name) => {
    const [, column = ''] = new RegExp(String.raw`\b(\w+)\s*=\s*${name}\.value\b`, 'i').exec(sql) ?? [];
    const type = NUMBERS.test(column) ? 'bigint' : 'text';
    return `unnest(${mark}::${type}[]) with ordinality as ${name} (value, key)`;
  };
}

function outsideQuotes(sql: string, change: (part: string) => string): string {
  return sql
    .split(/('(?:[^']|'')*')/)
    .map((part, place) => (place % 2 === 0 ? change(part) : part))
    .join('');
}
