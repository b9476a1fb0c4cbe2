import { useSelector } from '@xstate/react';
import type { VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import { getRow } from '../../events/table.ts';
import { useAccount, useAccountActor, useFacts } from '../app/app-context.ts';

/**
 * What the reader did with it, by the service's word and by his own outbox (design 2.5), and how he likes it, if he can act. A visitor did
 * nothing: he only borrows somebody's eyes (FEED-08).
 */
export function useOwnActs(event: VerifiedEvent) {
  const actor = useAccountActor();
  const account = useAccount();
  const citizen = useSelector(actor, ({ context }) => context.citizen);
  const own = useFacts((facts) => (account ? getRow(facts.actions, event.id) : undefined));
  const relay = useFacts((facts) => getRow(facts.hints, event.id));
  const isSent = useSelector(citizen, (snapshot) => snapshot?.context.acts.has(`${KIND.Reaction} ${event.id}`) === true);
  const like = () => void import('./like.ts').then((acts) => acts.like(actor, event, relay)).catch(() => undefined);
  return {
    own,
    isLiked: isSent || own?.liked === true,
    /** Not in the service's count yet. */
    isNew: isSent && !own?.liked,
    like: account && account.method !== 'readonly' ? like : undefined,
  };
}
