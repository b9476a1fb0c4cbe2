import { shallowEqual, useSelector } from '@xstate/react';
import type { GettingStartedActor } from '../../../machines/people/getting-started.machine.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useFeature } from '../../account/use-features.ts';

/** What opens 'getting started' for an account. */
export type GettingStartedHandle = GettingStartedActor;

/** The one of who is here; undefined until the code of accounts has come. */
export function useGettingStarted(): GettingStartedHandle | undefined {
  return useFeature('gettingStarted');
}

/** Whether it is open. */
export function useIsStarting(start: GettingStartedHandle | undefined): boolean {
  return useSelector(start, (snapshot) => snapshot?.hasTag('open') ?? false);
}

/** Whose first steps they are; `note`: one that the account has published, once one was found. */
export function useStarter(start: GettingStartedHandle) {
  const { method = 'readonly' } = useAccount() ?? {};
  const known = useSelector(start, ({ context: { account, note } }) => ({ pubkey: account, note }), shallowEqual);
  return { ...known, method };
}

export const gettingStartedIntents = {
  open: (start: GettingStartedHandle) => start.send({ type: 'gettingStarted.open' }),
  close: (start: GettingStartedHandle) => start.send({ type: 'gettingStarted.close' }),
};
