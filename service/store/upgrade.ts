import { KIND } from '../../src/events/kinds.ts';
import { isDiskFull } from '../trouble.ts';
import type { Database } from './database.ts';
import { bookmarkRefs } from './derive.ts';
import { insertRef, refRow } from './refs.ts';
import { int, text } from './row.ts';
import { STATE } from './schema.ts';
import { parseStored } from './stored.ts';

/** Once for each file: lists of bookmarks that an earlier version stored, without what they name in `refs`. */
export function upgrade(database: Database): void {
  const isDone = database.one("select 1 from meta where name = 'bookmarks'", [], () => true);
  if (isDone) return;
  try {
    database.transaction(() => fillBookmarks(database));
  } catch (error) {
    // without room nothing is written; the next start tries again
    if (!isDiskFull(error)) throw error;
  }
}

function fillBookmarks(database: Database): void {
  const lists = database.all(
    'select seq, raw from events where state = ? and kind = ?',
    [STATE.current, KIND.Bookmarks],
    (row) => [int(row, 'seq'), parseStored({ raw: text(row, 'raw') })] as const,
  );
  for (const [seq, list] of lists) {
    for (const ref of bookmarkRefs(list)) insertRef(database, refRow(list, seq, ref), { first: false, counted: false });
  }
  database.run("insert into meta (name, value) values ('bookmarks', 'counted')", []);
}
