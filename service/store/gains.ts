import { isHex } from '../../src/events/hex.ts';
import { KIND } from '../../src/events/kinds.ts';
import { int, maybeInt, maybeText, text } from './row.ts';
import { parseStored } from './stored.ts';
import type { Store } from './store.ts';

/** An account with its number of followers. */
export interface Followed {
  readonly pubkey: string;
  readonly followers: number;
}

// the newest contact list of each account that changed its own, with the version that held before
const CHANGED = `select c.pubkey, a.first_at, v.raw as before from (
    select pubkey, address from events indexed by events_kind where state = 0 and kind = ${KIND.Contacts} and created_at >= ?1
    order by created_at desc limit ?2
  ) c left join accounts a on a.pubkey = c.pubkey left join events v on v.seq = (
    select o.seq from events o where o.address = c.address and o.address is not null and o.created_at < ?1 and o.state = 1
    order by o.created_at desc limit 1)`;

/**
 * How many followers accounts won (or lost) since a time (seconds), by the contact lists that changed; at most `most` lists are looked
 * at, the newest first. A list without an earlier version counts only where its author is new: of others nobody knows what is new in it.
 */
export function followerGains(store: Store, since: number, most: number): Map<string, number> {
  const gains = new Map<string, number>();
  const add = (pubkey: string, by: number) => void gains.set(pubkey, (gains.get(pubkey) ?? 0) + by);
  const changed = store.all(CHANGED, [since, most], (row) => ({
    pubkey: text(row, 'pubkey'),
    before: maybeText(row, 'before'),
    isNew: (maybeInt(row, 'first_at') ?? since) >= since,
  }));
  for (const { pubkey, before, isNew } of changed) {
    if (before === undefined && !isNew) continue;
    for (const followed of followsOf(store, pubkey)) add(followed, 1);
    for (const followed of before === undefined ? [] : peopleOn(before)) add(followed, -1);
  }
  return gains;
}

/** Whom an account follows. */
export function followsOf(store: Store, pubkey: string): Set<string> {
  return new Set(store.all('select followed from follows where follower = ?', [pubkey], (row) => text(row, 'followed')));
}

/** The best followed accounts. */
export function mostFollowed(store: Store, most: number): Followed[] {
  const sql = 'select pubkey, followers from accounts where followers > 0 order by followers desc limit ?';
  return store.all(sql, [most], (row) => ({ pubkey: text(row, 'pubkey'), followers: int(row, 'followers') }));
}

function peopleOn(raw: string): Set<string> {
  const { tags } = parseStored({ raw });
  return new Set(tags.flatMap(([name, pubkey]) => (name === 'p' && pubkey !== undefined && isHex(pubkey, 64) ? [pubkey] : [])));
}
