import type { DatabaseSync } from 'node:sqlite';
import { createTable, type Ddl, INT_KEY, statementsOf, type Table } from '../engine/tables.ts';
import { LAST_STEP, TABLES } from '../schema.ts';

/** A table without a numbered row is kept in the order of its key. */
const DDL: Ddl = {
  types: { text: 'text', integer: 'integer', real: 'real', row: 'integer primary key' },
  generated: 'virtual',
  after: ({ columns }) =>
    Object.values(columns).some((each) => each.type === 'row' || each === INT_KEY)
      ? ''
      : ' without rowid',
  add: 'add column',
};

/** Numbers are not reused: a client that listens from a number would miss the next notification. */
const NOTIFICATIONS: Table = {
  ...TABLES.notifications,
  columns: { ...TABLES.notifications.columns, n: { type: 'row', rules: 'autoincrement' } },
  indexes: { ...TABLES.notifications.indexes, notifications_last: { on: ['receiver', 'n'] } },
};

const OWN = `
-- latest versions by address
create view if not exists latest as select * from events where state = 0 and address is not null;
create virtual table if not exists note_text using fts5 (text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
create virtual table if not exists name_text using fts5
  (name, address, content = '', contentless_delete = 1, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2');
`;

/**
 * Run the steps. A file does not record them, so each adds all that is missing.
 */
export function createTables(db: DatabaseSync): void {
  const column = db.prepare('select 1 from pragma_table_info(?) where name = ?');
  for (let step = 1; step <= LAST_STEP; step++) {
    const statements = statementsOf(
      DDL,
      { ...TABLES, notifications: NOTIFICATIONS },
      step,
      (table, name) => column.get(table, name) === undefined,
    );
    db.exec(statements.join(';\n'));
  }
  db.exec(OWN);
}

/** Rebuild the notifications of a file whose numbers could be reused. */
export function numberNotifications(db: DatabaseSync): void {
  const isNumbered = db.prepare(
    "select 1 from sqlite_master where name = 'notifications' and instr(sql, 'autoincrement') > 0",
  );
  if (isNumbered.get()) return;
  db.exec(`${createTable(DDL, 'notifications_next', NOTIFICATIONS)};
    insert into notifications_next select * from notifications order by n;
    drop table notifications; alter table notifications_next rename to notifications;`);
  createTables(db);
}
