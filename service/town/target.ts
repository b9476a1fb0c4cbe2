import type { Blobs } from '../media/blobs.ts';
import type { Store } from '../store/store.ts';
import { KIND } from '../../src/events/kinds.ts';
import { parseStored } from '../store/stored.ts';
import { relayOf } from './found.ts';
import type { LivingTarget, TownTarget } from './town.ts';

/** The service's own store and media server as a place for the town. */
export function storeTarget(store: Store, blobs: Blobs, baseUrl: string): TownTarget & LivingTarget {
  return {
    baseUrl,
    insert: (events) => store.insert(events, relayOf(baseUrl)),
    putBlob: (bytes, mime) => blobs.putBlob(bytes, mime),
    putMembers: (members) => store.putMembers(members),
    setMeta: (name, value) => store.note(name, value),
    getMeta: (name) => store.noted(name),
    recentNotes: async (limit) => (await store.query([{ kinds: [KIND.Text], limit }], limit)).map(parseStored),
    isHere: (pubkey) => store.isReceiver(pubkey),
    writtenBy: async (pubkey, kinds, since, limit) =>
      (await store.newestOf(pubkey, kinds, { since, until: Number.MAX_SAFE_INTEGER }, limit)).map(parseStored),
    takesPrivate: async (pubkey) => (await store.latest(`${KIND.DirectMessageRelays}:${pubkey}:`)) !== undefined,
    wrapsTo: async (pubkeys, limit) => (await store.query([{ kinds: [KIND.GiftWrap], '#p': pubkeys, limit }], limit)).map(parseStored),
    async contactsOf(pubkey) {
      const list = await store.latest(`${KIND.Contacts}:${pubkey}:`);
      return list && parseStored(list);
    },
  };
}
