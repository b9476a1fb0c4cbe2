import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FeatureActors } from '../../machines/account/features.ts';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { useAccount, useAccountActor } from '../app/app-context.ts';

const NOTHING: Partial<FeatureActors> = {};

/** The session of whoever is here; undefined until the code of accounts has come. */
export function useSession(): SessionActor | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.session);
}

/** The features of the account that is here: undefined for visitors and readers, and until their code has come. */
export function useFeatures(): Partial<FeatureActors> | undefined {
  const scope = useSelector(useAccountActor(), ({ context }) => context.scope);
  return useSelector(scope, (snapshot): Partial<FeatureActors> | undefined => snapshot?.children);
}

/** The actor of one feature, as long as it runs. */
export function useFeature<Id extends keyof FeatureActors>(id: Id): FeatureActors[Id] | undefined {
  const scope = useSelector(useAccountActor(), ({ context }) => context.scope);
  return useSelector(scope, (snapshot) => {
    const children: Partial<FeatureActors> = snapshot?.children ?? NOTHING;
    return children[id];
  });
}

/** Whether who is here can act by now: no visitor, no reader, and nobody whose code is on its way. */
export function useCanActNow(): boolean {
  return useSelector(useAccountActor(), ({ context }) => context.scope !== undefined);
}

/** The same on a screen that is about the account: its code is fetched at once, not after what is read. */
export function useActingSoon(): boolean {
  const actor = useAccountActor();
  const isSomebody = useAccount() !== undefined;
  useEffect(() => {
    if (isSomebody) actor.send({ type: 'account.prepare' });
  }, [actor, isSomebody]);
  return useCanActNow();
}
