import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { AutoLock } from '../../../events/account/account.ts';
import { unsavedIn } from '../../../events/account/unsaved-account.ts';
import type { SessionActor } from '../../../machines/account/session/session.machine.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { useSession } from '../use-features.ts';

export type SessionHandle = SessionActor;

/** Return a function that opens the sign-in prompt. */
export function useSignIn(): () => void {
  const actor = useAccountActor();
  return () => actor.send({ type: 'account.signIn' });
}

/**
 * Return a function that signs the current user out. `undefined` until the code of accounts is
 * loaded. `erase`: erase the account's data, too.
 */
export function useSignOut(): ((erase: boolean) => void) | undefined {
  const session = useSession();
  return session && ((erase) => session.send({ type: 'session.leave', erase }));
}

/** True if the code of accounts could not be loaded, so there is no session and no signer. */
export function useIsSessionFailed(): boolean {
  return useSelector(useAccountActor(), (snapshot) => snapshot.matches({ session: 'failed' }));
}

/** Return the session's prompts: sign-in, the PIN of a key, or the retry of an erasure. */
export function useSessionQuestions(session: SessionHandle) {
  return useSelector(
    session,
    ({ children: { login, pin, erase } }) => ({ login, pin, erase }),
    shallowEqual,
  );
}

/** True if the PIN of a key is asked for. */
export function useIsPinAsked(): boolean {
  return useSelector(useSession(), (snapshot) => snapshot?.children.pin !== undefined);
}

/** Return the public keys of the other accounts of this browser. */
export function useKnownAccounts(session: SessionHandle): readonly string[] {
  return useSelector(
    session,
    ({ context: { accounts, account } }) =>
      accounts.flatMap(({ pubkey }) => (pubkey === account?.pubkey ? [] : [pubkey])),
    shallowEqual,
  );
}

/** True if the key of an account was created here and its backup is not confirmed. */
export function useIsUnsaved(pubkey: string | undefined): boolean {
  return useSelector(
    useSession(),
    (snapshot) => unsavedIn(snapshot?.context.accounts ?? [], pubkey) !== undefined,
  );
}

/** True if the session knows the account, and a backup of its key is confirmed. */
export function useIsSaved(pubkey: string): boolean {
  return useSelector(useSession(), (snapshot) => {
    const account = snapshot?.context.accounts.find((one) => one.pubkey === pubkey);
    return account?.method === 'key' && account.unsaved !== true;
  });
}

/**
 * Return the backup of the account's key. It is closed on unmount, so the PIN is asked for again.
 * `undefined` if not open yet.
 */
export function useOwnBackup(session: SessionHandle) {
  useEffect(() => {
    session.send({ type: 'session.backup' });
    return () => session.send({ type: 'session.closeBackup' });
  }, [session]);
  return useSelector(session, ({ children }) => children.backup);
}

/** Return when the key locks itself. */
export function useAutoLock(session: SessionHandle): AutoLock {
  return useSelector(session, ({ context }) => context.autoLock);
}

export const sessionIntents = {
  switchTo: (session: SessionHandle, pubkey: string) =>
    session.send({ type: 'session.switch', pubkey }),
  setAutoLock: (session: SessionHandle, when: AutoLock) =>
    session.send({ type: 'session.autoLock', when }),
  /** Record that the key of that account is backed up. */
  saved: (session: SessionHandle, pubkey: string) =>
    session.send({ type: 'session.saved', pubkey }),
};
