import { putMembers } from '../cache/members.ts';
import type { Blobs } from '../media/blobs.ts';
import type { Store } from '../store/store.ts';
import type { TownTarget } from './town.ts';

/** The service's own store and media server as a place for the town. */
export function storeTarget(store: Store, blobs: Blobs, baseUrl: string): TownTarget {
  return {
    baseUrl,
    insert: (events) => store.insert(events, `${baseUrl.replace('http', 'ws')}/`),
    putBlob: (bytes, mime) => blobs.putBlob(bytes, mime),
    putMembers: (members) => putMembers(store, members),
    setMeta: (name, value) => store.run('insert or replace into meta (name, value) values (?, ?)', [name, value]),
  };
}
