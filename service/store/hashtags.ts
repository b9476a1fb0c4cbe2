import { KIND } from '../../src/events/kinds.ts';
import { text } from './row.ts';
import { parseStored } from './stored.ts';
import type { Store } from './store.ts';

/**
 * How often hashtags (lower case, without #) were used in notes since a time (seconds), each counted once a note. At most `most` notes
 * are looked at, the newest first, so that the answer costs the same in a store of any size.
 */
export function hashtagUses(store: Store, since: number, most: number): Map<string, number> {
  const sql = `select e.raw from events e indexed by events_kind where e.state = 0 and e.kind = ${KIND.Text} and e.created_at >= ?
    order by e.created_at desc limit ?`;
  const uses = new Map<string, number>();
  for (const { tags } of store.all(sql, [since, most], (row) => parseStored({ raw: text(row, 'raw') }))) {
    const topics = new Set(tags.flatMap(([name, value]) => (name === 't' && value?.trim() ? [value.trim().toLowerCase()] : [])));
    for (const topic of topics) uses.set(topic, (uses.get(topic) ?? 0) + 1);
  }
  return uses;
}
