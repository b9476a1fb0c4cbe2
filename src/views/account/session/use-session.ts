import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { AutoLock } from '../../../events/account/account.ts';
import type { SessionActor } from '../../../machines/account/session/session.machine.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { useSession } from '../use-features.ts';

/** The session of whoever is here, as components hand it on. */
export type SessionHandle = SessionActor;

/** Opens the way in. */
export function useSignIn(): () => void {
  const actor = useAccountActor();
  return () => actor.send({ type: 'account.signIn' });
}

/** Signs out whoever is here; undefined until the code of accounts has come. `erase`: also what is kept here for the account. */
export function useSignOut(): ((erase: boolean) => void) | undefined {
  const session = useSession();
  return session && ((erase) => session.send({ type: 'session.leave', erase }));
}

/** Whether the code of accounts could not be fetched: there is no session, and nobody can act. */
export function useIsSessionFailed(): boolean {
  return useSelector(useAccountActor(), (snapshot) => snapshot.matches({ session: 'failed' }));
}

/** What the session asks of a person: the way in, the PIN of a key, or what to do about what was not erased. */
export function useSessionQuestions(session: SessionHandle) {
  return useSelector(session, ({ children: { login, pin, erase } }) => ({ login, pin, erase }), shallowEqual);
}

/** Public keys of the other accounts of this browser. */
export function useKnownAccounts(session: SessionHandle): readonly string[] {
  return useSelector(
    session,
    ({ context: { accounts, account } }) => accounts.flatMap(({ pubkey }) => (pubkey === account?.pubkey ? [] : [pubkey])),
    shallowEqual,
  );
}

/** Whether the key of an account was made here and nobody has said that he keeps it elsewhere. */
export function useIsUnsaved(pubkey: string | undefined): boolean {
  return useSelector(useSession(), (snapshot) => {
    const account = snapshot?.context.accounts.find((one) => one.pubkey === pubkey);
    return account?.method === 'key' && account.unsaved === true;
  });
}

/** The backup of the own key, which lives as long as it is looked at: whoever comes back is asked anew. Undefined: not open yet. */
export function useOwnBackup(session: SessionHandle) {
  useEffect(() => {
    session.send({ type: 'session.backup' });
    return () => session.send({ type: 'session.closeBackup' });
  }, [session]);
  return useSelector(session, ({ children }) => children.backup);
}

/** When the key locks itself. */
export function useAutoLock(session: SessionHandle): AutoLock {
  return useSelector(session, ({ context }) => context.autoLock);
}

export const sessionIntents = {
  switchTo: (session: SessionHandle, pubkey: string) => session.send({ type: 'session.switch', pubkey }),
  setAutoLock: (session: SessionHandle, when: AutoLock) => session.send({ type: 'session.autoLock', when }),
  /** The key of that account is kept elsewhere, too. */
  saved: (session: SessionHandle, pubkey: string) => session.send({ type: 'session.saved', pubkey }),
};
