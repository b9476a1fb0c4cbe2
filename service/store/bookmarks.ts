import { int, text } from './row.ts';
import { REF } from './schema.ts';
import type { Store } from './store.ts';

/**
 * How many accounts name each event in the public part of their bookmarks. `targets`: what counts for an event -> its id; under whatever
 * target, each account counts once. Events that nobody bookmarked are left out.
 */
export function bookmarkCounts(store: Store, targets: ReadonlyMap<string, string>): ReadonlyMap<string, number> {
  const sql = `select target.value ->> 1 as id, count(distinct r.pubkey) as n from json_each(?) target
    cross join refs r on r.target = target.value ->> 0 and r.type = ${REF.bookmark} group by 1`;
  return new Map(store.all(sql, [JSON.stringify([...targets])], (row) => [text(row, 'id'), int(row, 'n')] as const));
}
