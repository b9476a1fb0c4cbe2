import type { Tag } from '../../../src/events/nostr/event.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { text } from '../engine/row.ts';
import type { CounterChanges } from './counters.ts';
import { insertInto } from '../engine/insert.ts';

const PUT = insertInto('follows');

/**
 * Set an account's follows to the p tags of its newest contact list (NIP-02). Only differences are
 * written.
 */
export function* replaceFollows(
  database: Database,
  tally: CounterChanges,
  follower: string,
  tags: readonly Tag[],
): Query<void> {
  const next = new Set<string>();
  for (const [name, pubkey] of tags)
    if (name === 'p' && pubkey !== undefined && isHex(pubkey, 64)) next.add(pubkey);
  const before = new Set(
    yield* database.all('select followed from follows where follower = ?', [follower], (row) =>
      text(row, 'followed'),
    ),
  );
  const gone = [...before].filter((followed) => !next.has(followed));
  const found = [...next].filter((followed) => !before.has(followed));
  if (gone.length > 0)
    yield* database.put(
      'delete from follows where follower = ? and followed in (select value from json_each(?))',
      [follower, gone],
    );
  const rows = found.map((followed) => [follower, followed]);
  yield* database.putEach(PUT, rows);
  for (const followed of gone) tally.account(followed, { followers: -1 });
  for (const followed of found) tally.account(followed, { followers: 1 });
  if (next.size !== before.size) tally.account(follower, { follows: next.size - before.size });
}
