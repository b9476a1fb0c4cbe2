import { parseAddress } from '../../src/events/address.ts';
import { isHex } from '../../src/events/hex.ts';
import { decode } from '../../src/events/nip19.ts';
import { text } from '../store/row.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored.ts';
import { memberNamed } from './members.ts';
import { isHex64 } from './payload.ts';

/** Accounts that a search names: hex, npub, nprofile, a follow pack (naddr), or a name; `ann@example.com` is found by `ann`. */
export function peopleNamed(store: Store, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => accountsOf(store, name)))];
}

/** Profiles that have all these words in their names or addresses, each as the beginning of a word; a query of `name_text`. */
export function namesQuery(words: string): string | undefined {
  const found = words
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 10);
  return found.length > 0 ? found.map((word) => `"${word}"*`).join(' AND ') : undefined;
}

function accountsOf(store: Store, name: string): string[] {
  if (isHex(name, 64)) return [name];
  const entity = decode(name);
  if (entity?.type === 'npub' || entity?.type === 'nprofile') return [entity.pubkey];
  if (entity?.type === 'naddr') return packOf(store, `${entity.kind}:${entity.pubkey}:${entity.identifier}`);
  const member = memberNamed(store, name.split('@')[0] ?? '');
  return member ? [member.pubkey] : mostFollowed(store, name);
}

function packOf(store: Store, address: string): string[] {
  const pack = parseAddress(address) && store.latest(address);
  return pack ? parseStored(pack).tags.flatMap(([tag, pubkey]) => (tag === 'p' && isHex64(pubkey) ? [pubkey] : [])) : [];
}

/** Names are nobody's: the best followed account that has it is meant. */
function mostFollowed(store: Store, name: string): string[] {
  const query = namesQuery(name);
  if (query === undefined) return [];
  const sql = `select e.pubkey from name_text join events e on e.seq = name_text.rowid left join accounts a on a.pubkey = e.pubkey
    where name_text match ? order by coalesce(a.followers, 0) desc, e.pubkey limit 1`;
  return store.all(sql, [query], (row) => text(row, 'pubkey'));
}
