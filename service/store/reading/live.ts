import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import { text } from '../engine/row.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';

/** Live events (NIP-53) and events about them. */
export interface Live {
  /** Live events updated since a time, newest first. */
  liveEventsSince(since: Seconds): Promise<StoredEvent[]>;
  /** JSON of live events updated since a time with one of these accounts as a participant. */
  liveEventsWith(pubkeys: readonly string[], since: Seconds): Promise<string[]>;
  /** Events of a kind with this address in an a tag, newest first. */
  eventsAbout(address: string, kind: number, most: number): Promise<StoredEvent[]>;
}

const MOST_LIVE = 500;

export const LIVE: QueryHandlers<Live> = {
  liveEventsSince(database, since) {
    const sql = `select ${STORED} from events e indexed by events_kind where e.state = 0 and e.kind = ${KIND.LiveEvent} and e.created_at >= ?
      order by e.created_at desc limit ${MOST_LIVE}`;
    return database.all(sql, [inSeconds(since)], readStored);
  },
  *liveEventsWith(database, pubkeys, since) {
    const any = 'select 1 from events where state = 0 and kind = ? and created_at >= ? limit 1';
    if ((yield* database.one(any, [KIND.LiveEvent, inSeconds(since)], () => true)) === undefined)
      return [];
    const sql = `select distinct e.raw from tags t join events e on e.seq = t.seq
      where t.name = 'p' and t.value in (select value from json_each(?)) and t.created_at >= ? and e.kind = ?`;
    return yield* database.all(sql, [pubkeys, inSeconds(since), KIND.LiveEvent], (row) =>
      text(row, 'raw'),
    );
  },
  eventsAbout(database, address, kind, most) {
    const sql = `select ${STORED} from tags t cross join events e on e.seq = t.seq where t.name = 'a' and t.value = ? and e.kind = ?
      order by t.created_at desc, t.seq desc limit ?`;
    return database.all(sql, [address, kind, most], readStored);
  },
};
