import type { QueryHandlers } from './engine/bind-queries.ts';
import { int, type Row, text } from './engine/row.ts';
import { STATE, TABLES } from './schema.ts';

/** Parts of a copy besides the events: data that existing events do not contain. */
export type Part = keyof typeof PARTS;

/** A row of a part, by the names of its columns. */
export type MovedRow = Readonly<Record<string, string | number | null>>;

/**
 * A stored event of any version. `place` is its position in the order of first sight, `hint` the
 * relay where it was seen.
 */
export interface MovedEvent {
  readonly place: number;
  readonly hint: string | undefined;
  readonly raw: string;
}

/** Export and import of a store: all data that another store needs to give the same results. */
export interface Moving {
  /** Events of any version after that position, in the order of first sight. */
  movedEvents(after: number, most: number): Promise<MovedEvent[]>;
  /** Rows of a part after that row in key order, or from the first row. */
  movedRows(part: Part, after: MovedRow | undefined, most: number): Promise<MovedRow[]>;
  /** Insert rows of a part in one transaction, at most a thousand. Existing rows stay unchanged. */
  putMovedRows(part: Part, rows: readonly MovedRow[]): Promise<void>;
  /** Mark messages with these event ids as read. */
  putReadMessages(ids: readonly string[]): Promise<void>;
}

interface Shape {
  /** The source of the rows, with the source's names for columns that differ here. */
  readonly from: string;
  readonly read?: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** The target table. Default: the same table. */
  readonly into?: string;
  /**
   * Columns that are written differently: to another column, as an SQL expression, or not at all.
   */
  readonly put?: Readonly<Record<string, readonly [column: string, value: string] | null>>;
  /** Columns with the same value in all rows. */
  readonly fixed?: Readonly<Record<string, string>>;
}

/** All columns of a table. */
const whole = (name: keyof typeof TABLES): Shape => {
  const { columns, keys } = TABLES[name];
  const names = Object.keys(columns);
  return { from: name, key: keys.length > 0 ? keys : names.slice(0, 1), columns: names };
};

/**
 * Table whose row numbers give the order of arrival. Rows are inserted in that order and get new
 * numbers.
 */
const numbered = (name: keyof typeof TABLES): Shape => ({ ...whole(name), put: { n: null } });

const PARTS = {
  meta: { ...whole('meta'), from: `meta where name not like 'moving %'` },
  deletions: whole('deletions'),
  // Their ids stay known, and deleted lists keep their address.
  gone: {
    from: `events where state = ${STATE.gone}`,
    read: { address: `coalesce(address, '')` },
    key: ['id'],
    columns: ['id', 'pubkey', 'kind', 'created_at', 'address', 'chars', 'reply', 'media', 'hint'],
    into: 'events',
    put: { address: ['address', `nullif(?, '')`] },
    fixed: { state: `${STATE.gone}`, raw: `''` },
  },
  members: whole('members'),
  held_names: whole('held_names'),
  media: whole('media'),
  previews: whole('previews'),
  blobs: whole('blobs'),
  uploads: whole('uploads'),
  app_settings: whole('app_settings'),
  app_subsettings: whole('app_subsettings'),
  notifications_seen: whole('notifications_seen'),
  reports: whole('reports'),
  standings: whole('standings'),
  play_invoices: numbered('play_invoices'),
  play_entries: numbered('play_entries'),
  play_wishes: whole('play_wishes'),
  purchases: numbered('purchases'),
  mint_quotes: whole('mint_quotes'),
  melt_quotes: whole('melt_quotes'),
  mint_moves: whole('mint_moves'),
  mint_spent: whole('mint_spent'),
  mint_promises: whole('mint_promises'),
  receivers: whole('receivers'),
  notifications: {
    from: 'notifications',
    key: ['receiver', 'n'],
    columns: ['receiver', 'n', 'type', 'actor', 'subject', 'cause', 'created_at', 'unread'],
    read: {
      cause: `coalesce((select id from events where events.seq = notifications.seq and notifications.seq > 0), '')`,
    },
    // Rows are in order of discovery, which determines their new numbers.
    put: { n: null, cause: ['seq', 'coalesce((select seq from events where id = ?), 0)'] },
  },
  read_messages: {
    from: 'messages where unread = 0 and sender <> receiver',
    key: ['id'],
    columns: ['id'],
  },
} satisfies Readonly<Record<string, Shape>>;

export const MOVING: QueryHandlers<Moving> = {
  movedEvents: (database, after, most) =>
    database.all(
      `select seq, hint, raw from events where seq > ? and state <> ${STATE.gone} order by seq limit ?`,
      [after, most],
      (row) => ({
        place: int(row, 'seq'),
        hint: text(row, 'hint') || undefined,
        raw: text(row, 'raw'),
      }),
    ),
  movedRows(database, part, after, most) {
    const shape: Shape = PARTS[part];
    const { from, read, key, columns } = shape;
    const named = columns.map((column) =>
      read?.[column] === undefined ? column : `${read[column]} as ${column}`,
    );
    const behind = after
      ? `${from.includes(' where ') ? 'and' : 'where'} (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`
      : '';
    const sql = `select ${named.join(', ')} from ${from} ${behind} order by ${key.join(', ')} limit ?`;
    const params = after ? key.map((column) => after[column] ?? null) : [];
    return database.all(sql, [...params, most], (row) => movedRow(row, columns));
  },
  *putMovedRows(database, part, rows) {
    if (rows.length === 0) return;
    const { from, columns, into, put = {}, fixed = {} }: Shape = PARTS[part];
    const moved = columns.flatMap((column) => {
      const other = put[column];
      return other === null ? [] : [{ column, as: other?.[0] ?? column, value: other?.[1] ?? '?' }];
    });
    const names = [...moved.map(({ as }) => as), ...Object.keys(fixed)];
    const values = `(${[...moved.map(({ value }) => value), ...Object.values(fixed)].join(', ')})`;
    const sql = `insert into ${into ?? from.split(' ', 1)[0]} (${names.join(', ')}) values ${rows.map(() => values).join(', ')} on conflict do nothing`;
    const params = rows.flatMap((row) => moved.map(({ column }) => row[column] ?? null));
    yield* database.run(sql, params);
  },
  *putReadMessages(database, ids) {
    const sql =
      'update messages set unread = 0 where seq in (select seq from events where id in (select value from json_each(?)))';
    yield* database.run(sql, [ids]);
  },
};

function movedRow(row: Row, columns: readonly string[]): MovedRow {
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column];
      return [
        column,
        typeof value === 'string' || typeof value === 'number' ? value : null,
      ] as const;
    }),
  );
}
