import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FeatureActors, Intent } from '../../machines/app/features.ts';
import type { SessionActor } from '../../machines/account/session/session.machine.ts';
import { useAccount, useAccountActor } from '../ui/hooks/app-context.ts';

/** Return the current user's session. `undefined` until the code of accounts is loaded. */
export function useSession(): SessionActor | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.session);
}

const NONE: Partial<FeatureActors> = {};

/**
 * Return the features of the current account. Empty for visitors and readers, and until their code
 * is loaded.
 */
export function useFeatures(): Partial<FeatureActors> {
  const scope = useSelector(useAccountActor(), ({ context }) => context.scope);
  return useSelector(scope, (snapshot): Partial<FeatureActors> => snapshot?.children ?? NONE);
}

/** Return the actor of one feature while it runs. */
export function useFeature<Id extends keyof FeatureActors>(id: Id): FeatureActors[Id] | undefined {
  return useFeatures()[id];
}

/**
 * True if the current user can act now: they are no visitor and no reader, and their code is
 * loaded.
 */
export function useCanActNow(): boolean {
  return useSelector(useAccountActor(), ({ context }) => context.scope !== undefined);
}

/**
 * Return the same for a screen about the account. Its code loads when `isTime` is true, for example
 * after the first content, without the usual delay.
 */
export function useActingSoon(isTime = true): boolean {
  const actor = useAccountActor();
  const isSomebody = useAccount() !== undefined;
  useEffect(() => {
    if (isSomebody && isTime) actor.send({ type: 'account.prepare' });
  }, [actor, isSomebody, isTime]);
  return useCanActNow();
}

/** The event that opens each feature on first use. */
const LOOKED_AT = {
  archive: { type: 'archive.open' },
  devices: { type: 'devices.open' },
  passkeys: { type: 'passkeys.open' },
  pinChange: { type: 'pinChange.open' },
  money: { type: 'money.open' },
  holdings: { type: 'holdings.open' },
  ecash: { type: 'ecash.open' },
  nutzaps: { type: 'nutzaps.open' },
  articleEdit: { type: 'articleEdit.open' },
} as const satisfies Partial<Record<keyof FeatureActors, Intent>>;

/**
 * Return a feature, and open it. `undefined` until it is there, and for accounts without it.
 * `isWanted`: false does not open it.
 */
export function useOpened<Id extends keyof typeof LOOKED_AT>(
  id: Id,
  isWanted = true,
): FeatureActors[Id] | undefined {
  const account = useAccountActor();
  const canAct = useActingSoon(isWanted);
  useEffect(() => {
    if (canAct && isWanted) account.send({ type: 'account.intent', intent: LOOKED_AT[id] });
  }, [account, canAct, id, isWanted]);
  return useFeature(id);
}
