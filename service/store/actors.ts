import { text } from './row.ts';
import type { Store } from './store.ts';

/** Accounts that `pubkey` follows and that liked, answered, reposted or zapped one of these targets (ids or addresses). */
export function followedActors(store: Store, pubkey: string, targets: readonly string[], most: number): string[] {
  const sql = `select distinct r.pubkey from json_each(?) t cross join refs r on r.target = t.value
    join follows f on f.follower = ? and f.followed = r.pubkey where r.type <= 4 limit ?`;
  return store.all(sql, [JSON.stringify(targets), pubkey, most], (row) => text(row, 'pubkey'));
}
