import { KIND } from '../../src/events/nostr/kinds.ts';
import type { Store } from '../store/store.ts';
import type { StoredEvent } from '../store/stored-event.ts';
import { countOf, hexOf, type Payload, textOf } from './payload.ts';
import { targetsOf } from './results/stat-results.ts';

/** The event or article that a request is about. */
export interface RequestedSubject {
  /** Its ids and addresses. For an article these are its address and all versions. */
  readonly targets: readonly string[];
  /** `undefined` if it is not stored. */
  readonly event: StoredEvent | undefined;
}

/**
 * Read `event_id`, or `pubkey` + `identifier` (an article, or another `kind`). Returns `undefined`
 * if both are missing.
 */
export async function requestedSubject(
  store: Store,
  payload: Payload,
  kind = countOf(payload, 'kind', KIND.LongForm),
): Promise<RequestedSubject | undefined> {
  const id = hexOf(payload, 'event_id');
  if (id !== undefined) return ofEvent(store, id);
  const pubkey = hexOf(payload, 'pubkey');
  const identifier = textOf(payload, 'identifier');
  if (pubkey === undefined || identifier === undefined) return undefined;
  const address = `${kind}:${pubkey}:${identifier}`;
  return {
    targets: [address, ...(await store.versionsOf(address))],
    event: await store.latest(address),
  };
}

async function ofEvent(store: Store, id: string): Promise<RequestedSubject> {
  const [event] = await store.events([id]);
  return { targets: event ? [...(await targetsOf(store, [event])).keys()] : [id], event };
}
