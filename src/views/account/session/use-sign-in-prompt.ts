import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useAccount, useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useSession } from '../use-features.ts';

/**
 * Wait for a visitor to sign in. Their action continues after sign-in, and is dropped if they
 * cancel. `isCreating`: they are creating an account.
 */
export function useDoor(isCreating: boolean) {
  const actor = useAccountActor();
  const account = useAccount();
  const isSigningIn = useSelector(
    useSession(),
    (snapshot) => snapshot?.children.login !== undefined,
  );
  const isFetching = useSelector(actor, (snapshot) => snapshot.hasTag('fetching'));
  const isBusy = isSigningIn || isFetching || isCreating;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (isBusy) wasBusy.current = true;
    else if (account) actor.send({ type: 'account.continue', now: now() });
    else if (wasBusy.current) actor.send({ type: 'account.decline' });
  }, [actor, account, isBusy]);
  return { isIn: account !== undefined, decline: () => actor.send({ type: 'account.decline' }) };
}
