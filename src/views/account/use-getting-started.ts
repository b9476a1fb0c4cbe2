import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { GettingStartedActor } from '../../machines/account/getting-started.machine.ts';
import { useFeature, useSession } from './use-features.ts';

/** What opens 'getting started' for an account. */
export type GettingStartedHandle = GettingStartedActor;

/** The one of who is here; undefined until the code of accounts has come. */
export function useGettingStarted(): GettingStartedHandle | undefined {
  return useSelector(useSession(), (snapshot) => snapshot?.children.gettingStarted);
}

/** Whether it is open. It does not open by itself while somebody writes. */
export function useIsStarting(start: GettingStartedHandle | undefined): boolean {
  const isComposing = useFeature('compose') !== undefined;
  useEffect(() => {
    if (!start || !isComposing) return undefined;
    start.send({ type: 'start.hold', by: 'composing' });
    return () => start.send({ type: 'start.release', by: 'composing' });
  }, [start, isComposing]);
  return useSelector(start, (snapshot) => snapshot?.hasTag('open') ?? false);
}

/** Whose first steps they are; `note`: one that the account has published, once one was found. */
export function useStarter(start: GettingStartedHandle) {
  return useSelector(start, ({ context: { account, note } }) => ({ pubkey: account.pubkey, method: account.method, note }), shallowEqual);
}

export const gettingStartedIntents = {
  open: (start: GettingStartedHandle) => start.send({ type: 'start.open' }),
  close: (start: GettingStartedHandle) => start.send({ type: 'start.close' }),
};
