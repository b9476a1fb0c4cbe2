import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { Account } from '../../../events/account/account.ts';
import type { LegendLook } from '../../../events/account/signing/signed-query.ts';
import type { Order } from '../../../events/account/membership/purchase.ts';
import { useSession } from '../use-features.ts';

/**
 * Return the service's answer about the current account's membership, and actions on it.
 * `undefined` until the code of accounts is loaded.
 */
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
        isQuoting: snapshot.hasTag('quoting'),
        quote: snapshot.context.quote,
        said: snapshot.context.said,
      },
    shallowEqual,
  );
  return (
    actor &&
    known && {
      ...known,
      ask: () => actor.send({ type: 'membership.ask' }),
      /** Request the price. `undefined`: cancel the order. */
      order: (order: Order | undefined) => actor.send({ type: 'membership.order', order }),
      customize: (look: LegendLook) => actor.send({ type: 'membership.customize', look }),
    }
  );
}

/**
 * Refresh the membership if that needs no prompt, that is with a key that the device opens by
 * itself.
 */
export function useMembershipLook(
  membership: ReturnType<typeof useMembership>,
  account: Account | undefined,
): void {
  const isQuiet = account?.method === 'key' && account.lock === 'device';
  const isUnknown =
    membership !== undefined &&
    membership.tier === undefined &&
    membership.trouble === undefined &&
    !membership.isLoading;
  const look = useEffectEvent(() => membership?.ask());
  useEffect(() => {
    if (isQuiet && isUnknown) look();
  }, [isQuiet, isUnknown]);
}

/** True if a user who is no member is reminded now (MEMBER-02). */
export function useReminder() {
  const actor = useSelector(useSession(), (snapshot) => snapshot?.children.membership);
  return {
    isDue: useSelector(actor, (snapshot) => snapshot?.hasTag('due') ?? false),
    dismiss: () => actor?.send({ type: 'membership.dismiss' }),
  };
}
