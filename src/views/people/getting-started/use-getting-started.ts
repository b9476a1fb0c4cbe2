import { shallowEqual, useSelector } from '@xstate/react';
import type { GettingStartedActor } from '../../../machines/people/getting-started.machine.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useFeature } from '../../account/use-features.ts';

/** The actor that opens 'getting started' for an account. */
export type GettingStartedHandle = GettingStartedActor;

/**
 * Return the current user's 'getting started'. `undefined` until the code of accounts is loaded.
 */
export function useGettingStarted(): GettingStartedHandle | undefined {
  return useFeature('gettingStarted');
}

/** True if the dialog is open. */
export function useIsStarting(start: GettingStartedHandle | undefined): boolean {
  return useSelector(start, (snapshot) => snapshot?.hasTag('open') ?? false);
}

/** Return the account of the first steps. `note`: a note of the account, once one is found. */
export function useStarter(start: GettingStartedHandle) {
  const { method = 'readonly' } = useAccount() ?? {};
  const known = useSelector(
    start,
    ({ context: { account, note } }) => ({ pubkey: account, note }),
    shallowEqual,
  );
  return { ...known, method };
}

export const gettingStartedIntents = {
  open: (start: GettingStartedHandle) => start.send({ type: 'gettingStarted.open' }),
  close: (start: GettingStartedHandle) => start.send({ type: 'gettingStarted.close' }),
};
