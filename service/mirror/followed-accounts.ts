import type { Filter } from '../../src/events/connection/filter.ts';
import { isHex } from '../../src/events/core/hex.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { parseStored } from '../store/stored-event.ts';
import type { Store } from '../store/store.ts';

const AT_ONCE = 200;
/** Limit of accounts to follow at a relay. More of them would be nearly all. */
const MOST = 20_000;

/**
 * Return the accounts that some keys follow, to a depth: 0 are the keys alone, 1 includes their
 * follows, and so on. `fetch` updates contact lists of some accounts before they are read. Above
 * the limit the nearest accounts are kept.
 */
export async function accountsWithin(
  store: Store,
  keys: readonly string[],
  depth: number,
  fetch: (filter: Filter) => Promise<void>,
): Promise<readonly string[]> {
  const all = new Set(keys);
  let level: readonly string[] = [...all];
  for (let step = 0; step < depth && level.length > 0; step++) {
    const next = new Set<string>();
    for (let from = 0; from < level.length; from += AT_ONCE) {
      const authors = level.slice(from, from + AT_ONCE);
      await fetch({ kinds: [KIND.Contacts], authors });
      for (const list of await store.latestOf(
        authors.map((pubkey) => `${KIND.Contacts}:${pubkey}:`),
      ))
        for (const [name, pubkey = ''] of parseStored(list).tags)
          if (name === 'p' && isHex(pubkey, 64) && !all.has(pubkey) && all.size < MOST) {
            all.add(pubkey);
            next.add(pubkey);
          }
    }
    level = [...next];
  }
  return [...all];
}
