import { isHex } from '../../../src/events/core/hex.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { followsOf } from './people.ts';
import { maybeInt, maybeText, text } from '../engine/row.ts';
import { parseStored } from '../stored-event.ts';

/** Recent trends. The cost of a query does not depend on the size of the store. */
export interface Explore {
  /**
   * Followers that accounts gained or lost since a time, by changed contact lists. At most `most`
   * lists are read, newest first. A list without an earlier version counts only if its author is
   * new. For other authors its new entries are unknown.
   */
  followerGains(since: Seconds, most: number): Promise<Map<string, number>>;
  /**
   * Uses of hashtags (lower case, without #) in notes since a time, each counted once per note. At
   * most `most` notes are read, newest first.
   */
  hashtagUses(since: Seconds, most: number): Promise<Map<string, number>>;
}

export const EXPLORE: QueryHandlers<Explore> = { followerGains, hashtagUses };

// The newest contact list of each account that changed its own, with the previous version.
const CHANGED = `select c.pubkey, a.first_at, v.raw as before from (
    select pubkey, address from events indexed by events_kind where state = 0 and kind = ${KIND.Contacts} and created_at >= ?1
    order by created_at desc limit ?2
  ) c left join accounts a on a.pubkey = c.pubkey left join events v on v.seq = (
    select o.seq from events o where o.address = c.address and o.address is not null and o.created_at < ?1 and o.state = 1
    order by o.created_at desc limit 1)`;

function* followerGains(
  database: Database,
  since: Seconds,
  most: number,
): Query<Map<string, number>> {
  const gains = new Map<string, number>();
  const add = (pubkey: string, by: number) => void gains.set(pubkey, (gains.get(pubkey) ?? 0) + by);
  const changed = yield* database.all(CHANGED, [inSeconds(since), most], (row) => ({
    pubkey: text(row, 'pubkey'),
    before: maybeText(row, 'before'),
    isNew: (maybeInt(row, 'first_at') ?? Infinity) >= inSeconds(since),
  }));
  for (const { pubkey, before, isNew } of changed) {
    if (before === undefined && !isNew) continue;
    for (const followed of yield* followsOf(database, pubkey)) add(followed, 1);
    for (const followed of before === undefined ? [] : peopleOn(before)) add(followed, -1);
  }
  return gains;
}

function peopleOn(raw: string): Set<string> {
  const { tags } = parseStored({ raw });
  return new Set(
    tags.flatMap(([name, pubkey]) =>
      name === 'p' && pubkey !== undefined && isHex(pubkey, 64) ? [pubkey] : [],
    ),
  );
}

function* hashtagUses(
  database: Database,
  since: Seconds,
  most: number,
): Query<Map<string, number>> {
  const sql = `select e.raw from events e indexed by events_kind where e.state = 0 and e.kind = ${KIND.Text} and e.created_at >= ?
    order by e.created_at desc limit ?`;
  const uses = new Map<string, number>();
  for (const { tags } of yield* database.all(sql, [inSeconds(since), most], (row) =>
    parseStored({ raw: text(row, 'raw') }),
  )) {
    const topics = new Set(
      tags.flatMap(([name, value]) =>
        name === 't' && value?.trim() ? [value.trim().toLowerCase()] : [],
      ),
    );
    for (const topic of topics) uses.set(topic, (uses.get(topic) ?? 0) + 1);
  }
  return uses;
}
