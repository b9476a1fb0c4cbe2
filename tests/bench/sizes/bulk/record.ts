import type { Query, Param } from '../../../../service/store/engine/statements.ts';
import { runImmediately, inParallel } from '../../../../service/store/engine/statements.ts';
import { insertBatch } from '../../../../service/store/write/insert-batch.ts';
import type { Database } from '../../../../service/store/engine/database.ts';
import type { Dialect } from '../../../../service/store/engine/dialect.ts';
import { sqlOf } from '../../../../service/store/engine/insert.ts';
import type { Row } from '../../../../service/store/engine/row.ts';
import type { VerifiedEvent } from '../../../../src/events/nostr/event.ts';
import { KIND } from '../../../../src/events/nostr/kinds.ts';
import type { Seconds } from '../../../../src/events/core/time.ts';
import type { Verify } from '../../../../src/events/nostr/verify.ts';

/** Rows for one table, by column name. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: (readonly Param[])[];
}

/** Events with the sequence number of the first; the others follow. */
export interface Numbered {
  readonly events: readonly VerifiedEvent[];
  readonly first: number;
}

/**
 * Options to record the rows that a store would write into empty tables. Conflicts with earlier
 * rows are settled when all are copied.
 */
interface Recording {
  readonly now: Seconds;
  readonly dialect: Dialect;
  readonly verify: Verify;
}

/** Tables that are computed from the others at the end. */
const COUNTED: ReadonlySet<string> = new Set(['stats', 'accounts', 'kinds']);
/**
 * Rows that depend on other rows of their table or on the state of their event. They have more
 * columns than the table.
 */
const STAGED: ReadonlySet<string> = new Set([
  'refs',
  'follows',
  'articles',
  'deletions',
  'media',
  'name_text',
]);
const FINAL: ReadonlySet<string> = new Set([
  'events',
  'tags',
  'links',
  'note_text',
  'zaps',
  'zap_invoices',
  'messages',
]);
const INSERT = /^\s*insert\s+into\s+(\w+)\s*\(([^)]*)\)/i;
const VERSIONS = /^select raw from events where address = \? and state <= \?$/;

/** Return the name of the staging table for rows that cannot be in their own table yet. */
function stageOf(table: string): string {
  return `fill_${table}`;
}

/**
 * Return the rows that the service's own code writes for these events. It runs as for a batch, with
 * an empty database that records its inserts. An event whose kind needs more than that is refused.
 */
export function recordRows(
  { events, first }: Numbered,
  { now, dialect, verify }: Recording,
): readonly TableRows[] {
  const tables = new Map<string, TableRows>();
  const lists = new Map<string, number>();
  const versions = new Map<string, string>();
  let next = first;
  const put = (sql: string, params: readonly Param[]): void => {
    const target = targetOf(sql);
    if (!target) return;
    const { table, columns } = target;
    const rows = table === 'follows' ? [lists.get(String(params[0])) ?? 0, ...params] : params;
    const kept = tables.get(table) ?? {
      table: STAGED.has(table) ? stageOf(table) : table,
      columns,
      rows: [],
    };
    kept.rows.push(rows);
    tables.set(table, kept);
  };
  const insert = (sql: string, params: readonly Param[]): number => {
    const seq = next++;
    const { columns = [] } = targetOf(sql) ?? {};
    const of = (name: string) => params[columns.indexOf(name)];
    if (of('kind') === KIND.Contacts) lists.set(String(of('pubkey')), seq);
    versions.set(String(of('address')), String(of('raw')));
    put(sql.replace('(', '(seq, '), [seq, ...params]);
    return seq;
  };
  const database: Database = {
    now: () => now,
    dialect,
    window: { first: Infinity, most: Infinity },
    each: inParallel,
    all: <T>(sql: string, [address]: readonly Param[], read: (row: Row) => T) =>
      atOnce(() => {
        const raw = VERSIONS.test(sql) ? versions.get(String(address)) : undefined;
        return raw === undefined ? [] : [read({ raw })];
      }),
    change: () => atOnce(() => []),
    one: () => atOnce(() => undefined),
    run(sql) {
      throw new Error(`a statement that cannot be kept for later: ${sql}`);
    },
    put: (sql, params) => atOnce(() => put(sqlOf(sql), params)),
    putEach: (sql, each) => atOnce(() => each.forEach((params) => put(sqlOf(sql), params))),
    changeEach: () => atOnce(() => []),
    insertEach: (sql, each) => atOnce(() => each.map((params) => insert(sqlOf(sql), params))),
    transaction: (work) => work(),
  };
  runImmediately(insertBatch(database, verify, { events, relay: undefined }));
  if (next - first !== events.length)
    throw new Error(`${events.length} events, of which ${next - first} are kept`);
  return [...tables.values()];
}

function* atOnce<T>(answer: () => T): Query<T> {
  yield* [];
  return answer();
}

interface Target {
  readonly table: string;
  readonly columns: readonly string[];
}

const targets = new Map<string, Target | undefined>();

/**
 * Return the table and columns that a statement writes, or `undefined` if they are computed at the
 * end.
 */
function targetOf(sql: string): Target | undefined {
  if (!targets.has(sql)) targets.set(sql, readTarget(sql));
  return targets.get(sql);
}

function readTarget(sql: string): Target | undefined {
  const [, table = '', names = ''] = INSERT.exec(sql) ?? [];
  // the row itself shows whether a text is too short for its replies to count in full
  if (COUNTED.has(table) || sql.startsWith('update stats set reply_weight')) return undefined;
  if (!FINAL.has(table) && !STAGED.has(table))
    throw new Error(`a statement that cannot be kept for later: ${sql}`);
  if (table === 'name_text') return { table, columns: ['seq', 'name', 'address'] };
  const columns = names.split(',').map((name) => name.trim());
  return { table, columns: table === 'follows' ? ['seq', ...columns] : columns };
}
