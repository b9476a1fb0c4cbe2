import { useSelector } from '@xstate/react';
import type { Account } from '../../events/account/account.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Intent } from '../../machines/app/features.ts';
import type { ComposeActor } from '../../machines/compose/compose.machine.ts';
import type { SessionActor } from '../../machines/account/session/session.machine.ts';
import { useAccount, useAccountActor, useApp } from '../ui/hooks/app-context.ts';
import type { Refusal, ShellState } from '../ui/hooks/shell-context.ts';
import { useFeature, useFeatures } from '../account/use-features.ts';

const NOBODY: readonly Account[] = [];

type Session = SessionActor | undefined;

type FrameState = Pick<
  ShellState,
  'unfinished' | 'isUnconfirmed' | 'onOpenMutes' | 'onSignIn' | 'onSwitch' | 'onLock' | 'canUnlock' | 'onUnlock'
>;

/** What a visitor wanted, while he is asked in. */
export function useWanted() {
  return useSelector(useAccountActor(), ({ context }) => context.wanted);
}

/** The accounts of this browser. */
export function useAccounts(session: Session): readonly Account[] {
  return useSelector(session, (snapshot) => snapshot?.context.accounts ?? NOBODY);
}

/** Whether the session asks a person something. */
export function useIsAsked(session: Session): boolean {
  return useSelector(session, (snapshot) => (snapshot?.children.login ?? snapshot?.children.pin ?? snapshot?.children.erase) !== undefined);
}

/** Whether a key with a PIN is open; `unknown`: its session is not there yet. Undefined for all others. */
type Lock = 'open' | 'locked' | 'unknown' | undefined;

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

/** Entries of the private part of the own mute list, once that is open. */
export function useOpenedMutes(mutes: VerifiedEvent | undefined) {
  return useSelector(useFeature('lists'), (snapshot) => mutes && snapshot?.context.opened.get(mutes.content));
}

/** What the frame of all screens shows and does of the account that is here, as it is. `isSealed`: the private part of `mutes` is not open. */
export function useFrame(session: Session, lock: Lock, mutes: VerifiedEvent | undefined, isSealed: boolean): FrameState {
  const actor = useAccountActor();
  const account = useAccount();
  const { lists, outbox } = useFeatures();
  const opensItself = useSelector(session, (snapshot) => account?.method === 'key' && snapshot?.hasTag('canSign') === true);
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

/** What whoever is here has done; `want`: of a visitor, who is asked in first. */
export function usePersonIntents() {
  const app = useApp();
  const actor = useAccountActor();
  return {
    intend: (intent: Intent) => actor.send({ type: 'account.intent', intent }),
    want: (reason: Refusal, intent?: Intent) => actor.send({ type: 'account.want', reason, intent }),
    // not `useAsk`: it brings the code of questions with it
    askSignOut: () => app.send({ type: 'dialog.ask', question: { code: 'signOut' }, yes: [] }),
  };
}

/** Where the dialogs could not be opened, what they ask is answered with no. */
export function endQuestions({ session }: { readonly session: SessionActor }): void {
  session.send({ type: 'session.closeLogin' });
  session.getSnapshot().children.pin?.send({ type: 'pin.cancel' });
}

/** Where the composer could not be opened, what was written in it stays kept. */
export function keepText({ compose }: { readonly compose: ComposeActor }): void {
  compose.send({ type: 'compose.close' });
  compose.send({ type: 'compose.save' });
}
