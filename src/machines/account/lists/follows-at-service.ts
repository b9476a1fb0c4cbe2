import { newestOf } from '../../../events/account/lists/list-base.ts';
import { isSettled } from '../../../events/publish/outbox/outbox.ts';
import type { ListsContext, ListsEvent } from './lists-context.ts';

/**
 * The newest follow list that this device knows. `state` changes whenever the caching service may
 * build feeds from another list. `sending`: its feeds are still about an older one.
 */
export interface FollowsAtService {
  readonly id: string | undefined;
  readonly state: string;
}

/** Return the state after that event. `undefined` until the stored versions were read. */
export function followsAfter(
  { account, versions, records, follows }: ListsContext,
  event: ListsEvent,
): FollowsAtService | undefined {
  if (event.type !== 'versions.found' && !follows) return undefined;
  const id =
    event.type === 'versions.found'
      ? newestOf('follows', account, versions, event.now)?.id
      : follows?.id;
  const record = id && [...records.values()].find((one) => one.event?.id === id);
  // versions from elsewhere came from the service, or from relays that it reads
  if (!record || record.imported) return { id, state: `taken ${id}` };
  // its publishing ends in any case, also if the service takes no events
  return { id, state: isSettled(record) ? `settled ${id}` : 'sending' };
}
