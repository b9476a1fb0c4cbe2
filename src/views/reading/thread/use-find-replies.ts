import { useSelector } from '@xstate/react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { hintsOf } from '../../../events/facts/references.ts';
import { useFeature } from '../../account/use-features.ts';
import { now } from '../../ui/hooks/now.ts';
import { pressed } from '../../../events/nostr/ours.ts';

/** Whether it is looked further for replies to a note just now. */
export function useIsLooking(id: string): boolean {
  return useSelector(useFeature('further'), (snapshot) => snapshot?.context.queue.some((look) => look.id === id) === true);
}

/**
 * Looking further for replies to a note (BEYOND-04). Undefined for whoever has no relays to ask. `asked`: how many relays were asked, once that is
 * over.
 */
export function useFurther({ id, pubkey, tags }: VerifiedEvent) {
  const further = useFeature('further');
  const isLooking = useIsLooking(id);
  const asked = useSelector(further, (snapshot) => snapshot?.context.looked.get(id));
  if (!further) return undefined;
  return {
    isLooking,
    asked: isLooking ? undefined : asked,
    look: () => further.send({ type: 'further.look', id, author: pubkey, hints: hintsOf({ tags }, 4).map(pressed), now: now() }),
  };
}
