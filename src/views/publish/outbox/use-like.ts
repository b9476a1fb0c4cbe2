import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { buildReaction } from '../../../events/compose/acts/build-acts.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useFound, useIntents } from './use-intents.ts';
import { useOwnActs } from './use-own-acts.ts';

/** Messages about a like. */
const LIKE = { failed: { code: 'like.failed' }, doing: { code: 'like.doing' } } as const;
const UNLIKE = { failed: { code: 'unlike.failed' }, missing: { code: 'unlike.missing' } } as const;

/**
 * Return the state of the current user's like, and the action of a press. `canAct` false: a
 * visitor, who has none.
 */
export function useLike(
  event: VerifiedEvent,
  {
    canAct = true,
    reposts,
  }: { readonly canAct?: boolean; readonly reposts?: readonly string[] | undefined } = {},
) {
  const intents = useIntents();
  const find = useFound();
  const likes = useFacts((facts) => getRow(facts.stats, event.id)?.likes);
  const isCounted = useFacts((facts) => getRow(facts.actions, event.id)?.liked === true) && canAct;
  const { job, isSent, isRetracting, isRetracted } = useOwnActs(event, KIND.Reaction);
  const done = isSent || (isCounted && !isRetracted);
  const press = () => {
    if (job !== undefined) return intents.undo(job);
    if (done) return intents.retract(event, KIND.Reaction, UNLIKE);
    return intents.publishSoon(buildReaction(find(event, reposts)), LIKE);
  };
  return {
    count: countOf(likes, isCounted, done),
    done,
    busy: isRetracting,
    onPress: isRetracting ? undefined : press,
  };
}

/**
 * Correct the service's count by the user's own action: whether the service counts it, and whether
 * it is done.
 */
export function countOf(count = 0, isCounted: boolean, isDone: boolean): number {
  return Math.max(0, count + Number(isDone) - Number(isCounted));
}
