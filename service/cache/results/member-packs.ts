import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';

const MOST_PACKS = 100;

/**
 * Return follow packs (kind 39089) of this service's members, newest first. Anybody can write a
 * pack, so those of strangers are not recommended.
 */
export function packsOfMembers(store: Store): Promise<StoredEvent[]> {
  return store.eventsOfMembers(KIND.StarterPack, MOST_PACKS);
}
