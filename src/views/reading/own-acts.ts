import { useSelector } from '@xstate/react';
import type { VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import { getRow } from '../../events/table.ts';
import { useAccount, useAccountActor, useFacts } from '../app/app-context.ts';

/** Whether the reader likes it, by the service's word or by his own outbox (design 2.5); and how he does, if he can act. */
export function useLike(event: VerifiedEvent): {
  readonly isMine: boolean;
  readonly isNew: boolean;
  readonly like: (() => void) | undefined;
} {
  const actor = useAccountActor();
  const account = useAccount();
  const citizen = useSelector(actor, ({ context }) => context.citizen);
  const isClaimed = useFacts((facts) => getRow(facts.actions, event.id)?.liked === true);
  const relay = useFacts((facts) => getRow(facts.hints, event.id));
  const isSent = useSelector(citizen, (snapshot) => snapshot?.context.acts.has(`${KIND.Reaction} ${event.id}`) === true);
  const like = () => void import('./like.ts').then((acts) => acts.like(actor, event, relay)).catch(() => undefined);
  const canAct = account !== undefined && account.method !== 'readonly';
  return { isMine: isClaimed || isSent, isNew: isSent && !isClaimed, like: canAct ? like : undefined };
}
