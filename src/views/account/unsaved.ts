import { useSelector } from '@xstate/react';
import type { SessionActor } from '../../machines/account/session.machine.ts';

/** Whether the key of an account was made here and nobody has said that he keeps it elsewhere. */
export function useIsUnsaved(session: SessionActor | undefined, pubkey: string | undefined): boolean {
  return useSelector(session, (snapshot) => {
    const account = snapshot?.context.accounts.find((one) => one.pubkey === pubkey);
    return account?.method === 'key' && account.unsaved === true;
  });
}
