import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeInt, text } from '../engine/row.ts';
import { putLinks } from '../reading/media-links.ts';
import { MEDIA, STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';
import { DECORATED_KINDS, linksOf } from './event-links.ts';

/** Name of the row with the number of the last event that was read, down to 1. */
const PLACE = 'decorations 2';
const KEEP_PLACE = `insert into meta (name, value) values ('${PLACE}', ?)
  on conflict (name) do update set value = excluded.value`;
/** Events that may have decorations: with emoji, with files, or of a kind that shows media. */
const DECORATED = `select seq, raw from events where seq >= ? and seq < ? and state = ${STATE.current}
  and (kind between 30000 and 39999 or kind in (${DECORATED_KINDS.join()})
  or instr(raw, '"emoji"') > 0 or instr(raw, '"imeta"') > 0)`;

export interface Backfill {
  /**
   * Store the decorations of events that an earlier version stored without them, newest first. One
   * call reads `most` events in one transaction. Returns false once all are read.
   */
  backfillDecorations(most: number): Promise<boolean>;
}

function backfillDecorations(database: Database, most: number): Query<boolean> {
  return database.transaction(function* () {
    const end = yield* nextEnd(database);
    if (end <= 1) return false;
    const start = Math.max(1, end - most);
    const events = yield* database.all(DECORATED, [start, end], (row) => ({
      seq: int(row, 'seq'),
      event: parseStored({ raw: text(row, 'raw') }),
    }));
    for (const { seq, event } of events) {
      const known = yield* database.all('select url from links where seq = ?', [seq], (row) =>
        text(row, 'url'),
      );
      const missing = linksOf(event).filter(
        ({ url, media }) => media === MEDIA.decoration && !known.includes(url),
      );
      yield* putLinks(database, event, seq, missing, known.length);
    }
    yield* database.put(KEEP_PLACE, [String(start)]);
    return start > 1;
  });
}

export const BACKFILL: QueryHandlers<Backfill> = { backfillDecorations };

/** Return the number after the next event to read. */
function* nextEnd(database: Database): Query<number> {
  const kept = yield* database.one('select value from meta where name = ?', [PLACE], (row) =>
    Number(text(row, 'value')),
  );
  if (kept !== undefined) return kept;
  const newest = yield* database.one('select max(seq) as n from events', [], (row) =>
    maybeInt(row, 'n'),
  );
  return (newest ?? 0) + 1;
}
