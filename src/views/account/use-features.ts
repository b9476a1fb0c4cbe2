import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FeatureActors, Intent } from '../../machines/app/features.ts';
import type { SessionActor } from '../../machines/account/session/session.machine.ts';
import { useAccount, useAccountActor } from '../ui/hooks/app-context.ts';

/** The session of whoever is here; undefined until the code of accounts has come. */
export function useSession(): SessionActor | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.session);
}

const NONE: Partial<FeatureActors> = {};

/** The features of the account that is here: none for visitors and readers, and until their code has come. */
export function useFeatures(): Partial<FeatureActors> {
  const scope = useSelector(useAccountActor(), ({ context }) => context.scope);
  return useSelector(scope, (snapshot): Partial<FeatureActors> => snapshot?.children ?? NONE);
}

/** The actor of one feature, as long as it runs. */
export function useFeature<Id extends keyof FeatureActors>(id: Id): FeatureActors[Id] | undefined {
  return useFeatures()[id];
}

/** Whether who is here can act by now: no visitor, no reader, and nobody whose code is on its way. */
export function useCanActNow(): boolean {
  return useSelector(useAccountActor(), ({ context }) => context.scope !== undefined);
}

/** The same on a screen that is about the account: its code is fetched at once, or when what is read first is there, not some time after. */
export function useActingSoon(isTime = true): boolean {
  const actor = useAccountActor();
  const isSomebody = useAccount() !== undefined;
  useEffect(() => {
    if (isSomebody && isTime) actor.send({ type: 'account.prepare' });
  }, [actor, isSomebody, isTime]);
  return useCanActNow();
}

/** What is wanted of a feature by looking at it. */
const LOOKED_AT = {
  archive: { type: 'archive.open' },
  devices: { type: 'devices.open' },
  passkeys: { type: 'passkeys.open' },
  money: { type: 'money.open' },
  ecash: { type: 'ecash.open' },
  nutzaps: { type: 'nutzaps.open' },
  articleEdit: { type: 'articleEdit.open' },
} as const satisfies Partial<Record<keyof FeatureActors, Intent>>;

/** A feature that opens by being looked at; undefined until it is there, and for who has none. `isWanted`: whether it is looked at. */
export function useOpened<Id extends keyof typeof LOOKED_AT>(id: Id, isWanted = true): FeatureActors[Id] | undefined {
  const account = useAccountActor();
  const canAct = useActingSoon(isWanted);
  useEffect(() => {
    if (canAct && isWanted) account.send({ type: 'account.intent', intent: LOOKED_AT[id] });
  }, [account, canAct, id, isWanted]);
  return useFeature(id);
}
