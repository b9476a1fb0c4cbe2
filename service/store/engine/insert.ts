import { TABLES } from '../schema.ts';
import type { Table } from './tables.ts';

/** An insert of one row in parts, so that an engine can insert the rows of several at once. */
export interface Insert {
  readonly sql: string;
  readonly into: string;
  /** The values, of which `param` names the parameters, counted from 1. */
  readonly values: (param: (n: number) => string) => string;
  /** The conflict clause and `returning`. */
  readonly rest: string;
}

/**
 * Insert a row. The parameters are its columns in the order of their declaration, without those
 * that the engine fills. `last`: SQL of the last column, by the name of the first parameter.
 */
export function insertInto(
  name: keyof typeof TABLES,
  rest = '',
  last?: (first: string) => string,
): Insert {
  const columns = Object.entries(TABLES[name].columns).flatMap(([column, { type, as }]) =>
    type === 'row' || as !== undefined ? [] : [column],
  );
  const given = last ? columns.slice(0, -1) : columns;
  return insertOf(
    `${name} (${columns.join(', ')})`,
    (param) => [...given.map((_, n) => param(n + 1)), ...(last ? [last(param(1))] : [])].join(', '),
    rest,
  );
}

/** Insert a row, or overwrite the one with its key. */
export function replaceIn(name: keyof typeof TABLES): Insert {
  const { columns, keys }: Table = TABLES[name];
  const key = keys.length > 0 ? keys : Object.keys(columns).slice(0, 1);
  const others = Object.keys(columns).filter((column) => !key.includes(column));
  const changes = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return insertInto(name, `on conflict (${key.join(', ')}) do update set ${changes}`);
}

export function insertOf(into: string, values: Insert['values'], rest = ''): Insert {
  let counted = 0;
  // SQLite binds numbered parameters more slowly
  const mark = (n: number) => {
    if (n <= counted) return `?${n}`;
    counted = n;
    return '?';
  };
  const sql = `insert into ${into} values (${values(mark)}) ${rest}`;
  return { sql, into, values, rest };
}

export function sqlOf(statement: string | Insert): string {
  return typeof statement === 'string' ? statement : statement.sql;
}

/** The same insert, which returns a column. */
export function returning({ into, values, rest }: Insert, column: string): Insert {
  return insertOf(into, values, `${rest} returning ${column}`);
}
