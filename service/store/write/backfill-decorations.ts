import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeInt, text } from '../engine/row.ts';
import { putNote, readNote } from '../accounts/settings.ts';
import { putLinks } from '../reading/media-links.ts';
import { MEDIA, STATE } from '../schema.ts';
import { parseStored } from '../stored-event.ts';
import { DECORATED_KINDS, linksOf } from './event-links.ts';

/** Name of the row with the number of the last event that was read, down to 1. */
const PLACE = 'decorations 2';
const DONE = '1';
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
    const kept = yield* readNote(database, PLACE);
    if (kept === DONE) return false;
    const end = kept === undefined ? (yield* newestSeq(database)) + 1 : Number(kept);
    const start = Math.max(1, end - most);
    const events = yield* database.all(DECORATED, [start, end], (row) => ({
      seq: int(row, 'seq'),
      event: parseStored({ raw: text(row, 'raw') }),
    }));
    const seqs = events.map(({ seq }) => seq);
    const links = Map.groupBy(yield* linksAmong(database, seqs), ({ seq }) => seq);
    for (const { seq, event } of events) {
      const known = links.get(seq) ?? [];
      const missing = linksOf(event).filter(
        ({ url, media }) => media === MEDIA.decoration && !known.some((link) => link.url === url),
      );
      yield* putLinks(database, event, seq, missing, known.length);
    }
    // an empty store is done, too: events that come later have their decorations
    yield* putNote(database, PLACE, String(start));
    return start > 1;
  });
}

export const BACKFILL: QueryHandlers<Backfill> = { backfillDecorations };

/** Return the number of the newest event, or 0. */
function* newestSeq(database: Database): Query<number> {
  const sql = 'select max(seq) as n from events';
  return (yield* database.one(sql, [], (row) => maybeInt(row, 'n'))) ?? 0;
}

/** A link of an event, by the event's number. */
interface KnownLink {
  readonly seq: number;
  readonly url: string;
}

function linksAmong(database: Database, seqs: readonly number[]): Query<KnownLink[]> {
  const sql = 'select seq, url from links where seq in (select value from json_each(?))';
  return database.all(sql, [seqs], (row) => ({ seq: int(row, 'seq'), url: text(row, 'url') }));
}
