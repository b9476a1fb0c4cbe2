import { shallowEqual, useSelector } from '@xstate/react';
import type { LegendLook } from '../../events/account/privileged.ts';
import { useSession } from './use-features.ts';

/** What the service says of the account that is here, and what can be asked of it; undefined until the code of accounts has come. */
export function useMembership() {
  const actor = useSelector(useSession(), (snapshot) => snapshot?.children.membership);
  const known = useSelector(
    actor,
    (snapshot) =>
      snapshot && {
        tier: snapshot.context.tier,
        status: snapshot.context.status,
        trouble: snapshot.context.trouble,
        isLoading: snapshot.hasTag('loading') || snapshot.matches('arriving'),
        isSaving: snapshot.hasTag('saving'),
      },
    shallowEqual,
  );
  return (
    actor &&
    known && {
      ...known,
      ask: () => actor.send({ type: 'membership.ask' }),
      customize: (look: LegendLook) => actor.send({ type: 'membership.customize', look }),
    }
  );
}

/** Whether who is no member is reminded now (MEMBER-02). */
export function useReminder() {
  const actor = useSelector(useSession(), (snapshot) => snapshot?.children.membership);
  return {
    isDue: useSelector(actor, (snapshot) => snapshot?.hasTag('due') ?? false),
    dismiss: () => actor?.send({ type: 'membership.dismiss' }),
  };
}
