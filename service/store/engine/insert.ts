/** An insert of one row in parts, so that an engine can insert the rows of several at once. */
export interface Insert {
  readonly sql: string;
  readonly into: string;
  /** The values, of which `param` names the parameters, counted from 1. */
  readonly values: (param: (n: number) => string) => string;
  /** The conflict clause and `returning`. */
  readonly rest: string;
}

/** By default the columns are the parameters in order. */
export function insertInto(
  table: string,
  columns: readonly string[],
  rest = '',
  values: Insert['values'] = (param) => columns.map((_, n) => param(n + 1)).join(', '),
): Insert {
  return insertOf({ into: `insert into ${table} (${columns.join(', ')})`, values, rest });
}

/** The same insert, which returns a column. */
export function returning(insert: Insert, column: string): Insert {
  return insertOf({ ...insert, rest: `${insert.rest} returning ${column}` });
}

function insertOf(parts: Omit<Insert, 'sql'>): Insert {
  const { into, values, rest } = parts;
  return { ...parts, sql: `${into} values (${values((n) => `?${n}`)}) ${rest}` };
}
