import { useSelector } from '@xstate/react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { hintsOf } from '../../../events/facts/references.ts';
import { useFeature } from '../../account/use-features.ts';
import { now } from '../../ui/hooks/now.ts';
import { pressed } from '../../../events/nostr/ours.ts';

/** True if a further search for replies to a note is running. */
export function useIsLooking(id: string): boolean {
  return useSelector(
    useFeature('findReplies'),
    (snapshot) => snapshot?.context.queue.some((look) => look.id === id) === true,
  );
}

/**
 * Return the further search for replies to a note (BEYOND-04). `undefined` if the account has no
 * relays. `asked`: number of queried relays, after it ended.
 */
export function useFurther({ id, pubkey, tags }: VerifiedEvent) {
  const further = useFeature('findReplies');
  const isLooking = useIsLooking(id);
  const asked = useSelector(further, (snapshot) => snapshot?.context.looked.get(id));
  if (!further) return undefined;
  return {
    isLooking,
    asked: isLooking ? undefined : asked,
    look: () =>
      further.send({
        type: 'findReplies.find',
        id,
        author: pubkey,
        hints: hintsOf({ tags }, 4).map(pressed),
        now: now(),
      }),
  };
}
