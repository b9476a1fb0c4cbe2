/** A column without its name. `rules` is SQL that both engines understand. */
export interface Column {
  /** `row`: the number of a row, given by the engine. */
  readonly type: 'text' | 'integer' | 'real' | 'row';
  readonly rules?: string;
  /** Expression of a generated column. */
  readonly as?: string;
  /** Step that adds it to an older table. */
  readonly since?: number;
}

interface Index {
  readonly on: readonly string[];
  /** Columns beside the sorted ones. SQLite does not have them. */
  readonly include?: readonly string[];
  readonly where?: string | undefined;
  readonly isUnique?: boolean;
  /** Step that adds it to an older table. */
  readonly since?: number | undefined;
}

/** A table whose keys and indexes name its columns. */
class DeclaredTable<C extends string> {
  readonly columns: Readonly<Record<C, Column>>;
  /** Primary key of several columns; empty if a column is the key. */
  keys: readonly C[] = [];
  readonly uniques: (readonly C[])[] = [];
  readonly indexes: Record<string, Index> = {};
  /** Step that adds the table. */
  since = 1;
  constructor(columns: Readonly<Record<C, Column>>) {
    this.columns = columns;
  }
  key(...columns: readonly C[]): this {
    this.keys = columns;
    return this;
  }
  unique(...columns: readonly C[]): this {
    this.uniques.push(columns);
    return this;
  }
  index(name: string, on: readonly C[], where?: string, since?: number): this {
    this.indexes[name] = { on, where, since };
    return this;
  }
  uniqueIndex(name: string, on: readonly C[]): this {
    this.indexes[name] = { on, isUnique: true };
    return this;
  }
  from(step: number): this {
    this.since = step;
    return this;
  }
}

export type Table = Pick<
  DeclaredTable<string>,
  'columns' | 'keys' | 'uniques' | 'indexes' | 'since'
>;
export type Tables = Readonly<Record<string, Table>>;

export const table = <const C extends string>(columns: Readonly<Record<C, Column>>) =>
  new DeclaredTable(columns);

/** Several columns of one kind, in order. */
export function each<const C extends string>(column: Column, ...names: C[]): Record<C, Column>;
export function each(column: Column, ...names: string[]): Record<string, Column> {
  return Object.fromEntries(names.map((name) => [name, column]));
}

export const TEXT: Column = { type: 'text', rules: 'not null' };
export const MAYBE_TEXT: Column = { type: 'text' };
export const UNIQUE: Column = { type: 'text', rules: 'not null unique' };
export const KEY: Column = { type: 'text', rules: 'primary key' };
export const INT: Column = { type: 'integer', rules: 'not null' };
export const MAYBE_INT: Column = { type: 'integer' };
export const COUNT: Column = { type: 'integer', rules: 'not null default 0' };
export const INT_KEY: Column = { type: 'integer', rules: 'primary key' };
export const ROW_NUMBER: Column = { type: 'row' };

/** The words of an engine. */
export interface Ddl {
  readonly types: Readonly<Record<Column['type'], string>>;
  readonly generated: 'virtual' | 'stored';
  /** Words after the parts of a table. */
  readonly after: (table: Table) => string;
  readonly add: 'add column' | 'add column if not exists';
}

/**
 * SQL that adds the tables, columns and indexes of a step, unless they exist. `lacks`: true if an
 * older table may be without the column.
 */
export function statementsOf(
  ddl: Ddl,
  tables: Tables,
  step: number,
  lacks: (table: string, column: string) => boolean = () => true,
): string[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const { since: first, columns, indexes } = table;
    return [
      ...(first === step ? [createTable(ddl, name, table)] : []),
      ...Object.entries(columns)
        .filter(
          ([column, { since = first }]) => since === step && since > first && lacks(name, column),
        )
        .map((column) => `alter table ${name} ${ddl.add} ${columnOf(ddl, column)}`),
      ...Object.entries(indexes)
        .filter(([, { since = first }]) => since === step)
        .map(([index, parts]) => createIndex(index, name, parts)),
    ];
  });
}

export function createTable(ddl: Ddl, name: string, table: Table): string {
  const { columns, keys, uniques } = table;
  const parts = [
    ...Object.entries(columns).map((column) => columnOf(ddl, column)),
    ...(keys.length > 0 ? [`primary key (${keys.join(', ')})`] : []),
    ...uniques.map((together) => `unique (${together.join(', ')})`),
  ];
  return `create table if not exists ${name} (${parts.join(', ')})${ddl.after(table)}`;
}

function columnOf(ddl: Ddl, [name, { type, rules, as }]: readonly [string, Column]): string {
  const generated = as === undefined ? [] : [`generated always as (${as}) ${ddl.generated}`];
  return [name, ddl.types[type], ...(rules === undefined ? [] : [rules]), ...generated].join(' ');
}

function createIndex(name: string, table: string, { on, include, where, isUnique }: Index): string {
  const beside = include ? ` include (${include.join(', ')})` : '';
  const partial = where === undefined ? '' : ` where ${where}`;
  return `create ${isUnique === true ? 'unique ' : ''}index if not exists ${name} on ${table} (${on.join(', ')})${beside}${partial}`;
}
