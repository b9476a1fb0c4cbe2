import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { buildReaction } from '../../../events/compose/acts/build-acts.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useFound, useIntents } from './use-intents.ts';
import { useSent } from './use-own-acts.ts';

/** What is said of it. */
const LIKE = { failed: { code: 'like.failed' }, doing: { code: 'like.doing' } } as const;
const UNLIKE = { failed: { code: 'unlike.failed' }, missing: { code: 'unlike.missing' } } as const;

/** The like of whoever is here: what a like button shows, and what a press does. `canAct` false: a visitor, who has none. */
export function useLike(
  event: VerifiedEvent,
  { canAct = true, reposts }: { readonly canAct?: boolean; readonly reposts?: readonly string[] | undefined } = {},
) {
  const orders = useIntents();
  const find = useFound();
  const likes = useFacts((facts) => getRow(facts.stats, event.id)?.likes);
  const isCounted = useFacts((facts) => getRow(facts.actions, event.id)?.liked === true) && canAct;
  const { job, isSent, isRetracting, isRetracted } = useSent(event, KIND.Reaction);
  const done = isSent || (isCounted && !isRetracted);
  const press = () => {
    if (job !== undefined) return orders.undo(job);
    if (done) return orders.retract(event, KIND.Reaction, UNLIKE);
    return orders.publishSoon(buildReaction(find(event, reposts)), LIKE);
  };
  return { count: countOf(likes, isCounted, done), done, busy: isRetracting, onPress: isRetracting ? undefined : press };
}

/** The service's count, set right by what it does not know yet: the own act that it counts or not, and whether that stands. */
export function countOf(count = 0, isCounted: boolean, isDone: boolean): number {
  return Math.max(0, count + Number(isDone) - Number(isCounted));
}
