import { useSelector } from '@xstate/react';
import type { Account } from '../../events/account/account.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Intent } from '../../machines/app/features.ts';
import type { ComposeActor } from '../../machines/compose/compose.machine.ts';
import type { SessionActor } from '../../machines/account/session/session.machine.ts';
import { useAccount, useAccountActor, useApp } from '../ui/hooks/app-context.ts';
import type { ShellState } from '../ui/hooks/shell-context.ts';
import { useFeature, useFeatures } from '../account/use-features.ts';

const NOBODY: readonly Account[] = [];

type Session = SessionActor | undefined;

type FrameState = Pick<
  ShellState,
  | 'unfinished'
  | 'isUnconfirmed'
  | 'onOpenMutes'
  | 'onSignIn'
  | 'onSwitch'
  | 'onLock'
  | 'canUnlock'
  | 'onUnlock'
>;

/** The intent of a visitor during the sign-in. */
export function useWantedIntent() {
  return useSelector(useAccountActor(), ({ context }) => context.wanted);
}

export function useAccounts(session: Session): readonly Account[] {
  return useSelector(session, (snapshot) => snapshot?.context.accounts ?? NOBODY);
}

export function useIsAsked(session: Session): boolean {
  return useSelector(
    session,
    (snapshot) =>
      (snapshot?.children.login ?? snapshot?.children.pin ?? snapshot?.children.erase) !==
      undefined,
  );
}

/**
 * State of a key with a PIN. `unknown`: its session is not loaded yet. `undefined` for all other
 * keys.
 */
export type Lock = 'open' | 'locked' | 'unknown' | undefined;

export function useLock(session: Session, account: Account | undefined): Lock {
  return useSelector(session, (snapshot) =>
    account?.method !== 'key' || account.lock !== 'pin'
      ? undefined
      : snapshot?.hasTag('canSign')
        ? 'open'
        : snapshot?.hasTag('locked')
          ? 'locked'
          : 'unknown',
  );
}

/** Entries of the private part of the own mute list, once it is decrypted. */
export function useOpenedMutes(mutes: VerifiedEvent | undefined) {
  return useSelector(
    useFeature('lists'),
    (snapshot) => mutes && snapshot?.context.opened.get(mutes.content),
  );
}

/**
 * State and actions of the current account for the frame of all screens. `isSealed`: the private
 * part of `mutes` is not decrypted.
 */
export function useFrameState(
  session: Session,
  lock: Lock,
  mutes: VerifiedEvent | undefined,
  isSealed: boolean,
): FrameState {
  const actor = useAccountActor();
  const account = useAccount();
  const { lists, outbox } = useFeatures();
  const opensItself = useSelector(
    session,
    (snapshot) =>
      account?.method === 'key' &&
      (account.lock === 'device' || snapshot?.hasTag('canSign') === true),
  );
  return {
    onOpenMutes:
      lists && mutes && mutes.content !== '' && isSealed && !opensItself
        ? () => lists.send({ type: 'lists.open', list: 'mutes', event: mutes })
        : undefined,
    unfinished: useSelector(outbox, (snapshot) => snapshot?.context.unfinished ?? 0),
    isUnconfirmed: useSelector(lists, (snapshot) => snapshot?.context.isConfirmed === false),
    onSignIn: () => actor.send({ type: 'account.signIn' }),
    onSwitch: (pubkey) => session?.send({ type: 'session.switch', pubkey }),
    onLock: lock === 'open' ? () => session?.send({ type: 'session.lock' }) : undefined,
    canUnlock: lock === 'locked',
    onUnlock: lock && lock !== 'open' ? () => session?.send({ type: 'session.unlock' }) : undefined,
  };
}

/** Intents of the current user. `actors`: for those whose code is loaded with other views. */
export function useCurrentUserIntents() {
  const app = useApp();
  const account = useAccountActor();
  return {
    intend: (intent: Intent) => account.send({ type: 'account.intent', intent }),
    actors: { app, account },
  };
}

/** If the dialogs could not be opened, their questions are answered with no. */
export function endQuestions({ session }: { readonly session: SessionActor }): void {
  session.send({ type: 'session.closeLogin' });
  session.getSnapshot().children.pin?.send({ type: 'pin.cancel' });
}

/** If the composer could not be opened, its text stays stored. */
export function keepText({ compose }: { readonly compose: ComposeActor }): void {
  compose.send({ type: 'compose.close' });
  compose.send({ type: 'compose.save' });
}
