import type { StatementResult, Param, Statement } from '../engine/statements.ts';
import type { Row } from '../engine/row.ts';
import { inWordsOfPostgres, nameParams } from './translate-sql.ts';

/** A statement as it is sent. Its parameters may be lists with gaps. */
export interface BoundStatement {
  readonly sql: string;
  readonly params: readonly (Param | readonly (string | number | null)[])[];
}

/** A statement that replaces several with the same SQL, and the outcome of each. */
export interface BatchedStatement extends BoundStatement {
  readonly outcomesOf: (outcome: StatementResult) => readonly StatementResult[];
}

/** Column with the number of the statement that a row belongs to. */
const PLACE = 'nth';
const CHANGED: StatementResult = { rows: [], changed: 1 };
const FEW = 2;

/**
 * Merge reads or inserts with the same SQL into one whose parameters are columns of a table.
 * Returns `undefined` for other statements, and if a parameter type is ambiguous.
 */
export function batchStatements(statements: readonly Statement[]): BatchedStatement | undefined {
  const [first] = statements;
  if (!first || statements.length < FEW || first.params.length === 0) return undefined;
  if (!first.isRead && !first.insert) return undefined;
  const columns = first.params.map((_, n) =>
    columnOf(statements.map(({ params }) => params[n] ?? null)),
  );
  const known = columns.filter((column) => column !== undefined);
  if (known.length < columns.length) return undefined;
  if (known.every(({ type }) => type === undefined)) return undefined;
  return {
    sql: textOf(first, known),
    params: known.filter(({ type }) => type !== undefined).map(({ values }) => values),
    // An insert returns rows in input order, and no rows if nothing changes.
    outcomesOf: ({ rows }) =>
      first.insert
        ? statements.map((_, n) => ({ ...CHANGED, rows: rows.slice(n, n + 1) }))
        : dealt(rows, statements.length),
  };
}

/** The values of one parameter. */
interface Column {
  /** Type of one value, or `undefined` if all are null. */
  readonly type: 'text' | 'bigint' | undefined;
  /** Element type of the parsed values if they are lists. */
  readonly listOf: 'text' | 'bigint' | undefined;
  readonly values: readonly (string | number | null)[];
}

function columnOf(values: readonly Param[]): Column | undefined {
  const lists: (readonly (string | number)[])[] = [];
  const single: (string | number | null)[] = [];
  for (const value of values) {
    if (typeof value === 'object' && value !== null) lists.push(value);
    else single.push(value);
  }
  if (lists.length > 0) {
    const each = lists.find((list) => list.length > 0)?.[0];
    if (single.length > 0 || each === undefined) return undefined;
    return {
      type: 'text',
      listOf: typeof each === 'number' ? 'bigint' : 'text',
      values: lists.map(literal),
    };
  }
  const type = typeOf(single);
  return type === 'mixed' ? undefined : { type, listOf: undefined, values: single };
}

function typeOf(
  values: readonly (string | number | null)[],
): 'text' | 'bigint' | 'mixed' | undefined {
  let type: 'text' | 'bigint' | undefined;
  for (const value of values) {
    if (value === null) continue;
    const own = typeof value === 'string' ? 'text' : 'bigint';
    if (
      (type !== undefined && own !== type) ||
      (typeof value === 'number' && !Number.isInteger(value))
    )
      return 'mixed';
    type = own;
  }
  return type;
}

/** Return an array in PostgreSQL syntax. */
function literal(list: readonly (string | number)[]): string {
  const written = list.map((each) =>
    typeof each === 'number' ? each : `"${each.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return `{${written.join(',')}}`;
}

const texts = new Map<string, string>();
const MOST_TEXTS = 500;

/** Return the SQL of a merged statement, cached by the original SQL and its parameter types. */
function textOf(statement: Statement, columns: readonly Column[]): string {
  const key = `${columns.map(({ type, listOf }) => `${type} ${listOf}`).join()} ${statement.sql}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = written(statement, columns);
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(key, text);
  return text;
}

function written({ sql, insert }: Statement, columns: readonly Column[]): string {
  const given = columns.flatMap(({ type }, n) =>
    type === undefined ? [] : [{ type, name: `p${n + 1}` }],
  );
  const table = `unnest(${given.map(({ type }, n) => `$${n + 1}::${type}[]`).join(', ')}) with ordinality as p (${[...given.map(({ name }) => name), PLACE].join(', ')})`;
  const param = (n: number) => valueOf(columns[n - 1], n);
  return insert
    ? `insert into ${insert.into} select ${insert.values(param)} from ${table} ${insert.rest}`
    : `select p.${PLACE}, q.* from ${table}, lateral (${nameParams(inWordsOfPostgres(sql), param)}) q`;
}

function valueOf(column: Column | undefined, n: number): string {
  if (column?.type === undefined) return 'null';
  return column.listOf === undefined ? `p.p${n}` : `p.p${n}::${column.listOf}[]`;
}

/** Group rows by the statement that each belongs to. */
function dealt(rows: readonly Row[], count: number): StatementResult[] {
  const outcomes = Array.from({ length: count }, (): { rows: Row[]; changed: number } => ({
    rows: [],
    changed: 0,
  }));
  for (const row of rows) outcomes[Number(row[PLACE]) - 1]?.rows.push(row);
  return outcomes;
}
