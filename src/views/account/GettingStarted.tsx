import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { lazyPart } from '../app/lazy-part.tsx';
import type { GettingStartedActor } from '../../machines/account/getting-started.machine.ts';
import { useFeedFocus } from './choose-feed.ts';
import { useFeature, useSession } from './use-features.ts';

const GettingStartedDialog = lazyPart(() => import('./GettingStartedDialog.tsx').then(({ GettingStartedDialog: Part }) => Part), {
  close: ({ actor }) => actor.send({ type: 'start.close' }),
});

/** What opens 'getting started' for who is here; undefined until the code of accounts has come. */
export function useGettingStarted(): GettingStartedActor | undefined {
  const session = useSession();
  return useSelector(session, (snapshot) => snapshot?.children.gettingStarted);
}

/** The dialog 'getting started', while it is open, and where it led to (ACCOUNT-19). */
export function GettingStarted() {
  const actor = useGettingStarted();
  useFeedFocus();
  const isComposing = useFeature('compose') !== undefined;
  useEffect(() => {
    if (!actor || !isComposing) return undefined;
    actor.send({ type: 'start.hold', by: 'composing' });
    return () => actor.send({ type: 'start.release', by: 'composing' });
  }, [actor, isComposing]);
  const isOpen = useSelector(actor, (snapshot) => snapshot?.hasTag('open') ?? false);
  return actor && isOpen ? <GettingStartedDialog actor={actor} /> : null;
}
