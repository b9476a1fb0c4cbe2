import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { CitizenActor } from '../../machines/account/citizen.machine.ts';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { useAccount, useAccountActor } from '../app/app-context.ts';

/** The session of whoever is here; undefined until the code of accounts has come. */
export function useSession(): SessionActor | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.session);
}

/** What acts for the account that is here: undefined for visitors and readers, and until its code has come. */
export function useCitizen(): CitizenActor | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.citizen);
}

/** The same on a screen that is about the account: its code is fetched at once, not after what is read. */
export function useCitizenNow(): CitizenActor | undefined {
  const actor = useAccountActor();
  const isSomebody = useAccount() !== undefined;
  useEffect(() => {
    if (isSomebody) actor.send({ type: 'account.prepare' });
  }, [actor, isSomebody]);
  return useCitizen();
}
