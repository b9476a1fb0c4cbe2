import { useSelector } from '@xstate/react';
import type { Account } from '../../events/account/account.ts';
import { KIND } from '../../events/kinds.ts';
import { getRow } from '../../events/table.ts';
import type { Intent } from '../../machines/account/features.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { useAccount, useAccountActor, useApp, useFacts } from '../app/app-context.ts';
import type { Refusal, ShellState } from '../app/shell-context.ts';
import { useFeatures, useSession } from './use-features.ts';

const NOBODY: readonly Account[] = [];

type FrameState = Pick<ShellState, 'unfinished' | 'isUnconfirmed' | 'onOpenMutes' | 'onSignIn' | 'onSwitch' | 'onLock' | 'onUnlock'>;

/**
 * Who is here. `wanted`: what a visitor wanted, while he is asked in; `accounts`: those of this browser; `isAsked`: the session has a question;
 * `mutes`: the own mute list, and `opened`, entries of its private part; `frame`: what the frame of all screens shows and does as it is.
 * `session`, `lists` and `compose` are handed on to their dialogs.
 */
export function usePersonState() {
  const actor = useAccountActor();
  const current = useAccount();
  const session = useSession();
  const { lists, outbox, compose } = useFeatures();
  const wanted = useSelector(actor, ({ context }) => context.wanted);
  const accounts = useSelector(session, (snapshot) => snapshot?.context.accounts ?? NOBODY);
  const isAsked = useSelector(
    session,
    (snapshot) => (snapshot?.children.login ?? snapshot?.children.pin ?? snapshot?.children.erase) !== undefined,
  );
  const lockOf = useSelector(session, (snapshot) =>
    current?.method !== 'key' || current.lock !== 'pin'
      ? undefined
      : snapshot?.hasTag('canSign')
        ? 'open'
        : snapshot?.hasTag('locked')
          ? 'locked'
          : undefined,
  );
  const mutes = useFacts((facts) => current && getRow(facts.lists, `${KIND.MuteList}:${current.pubkey}:`)?.current);
  const opened = useSelector(lists, (snapshot) => mutes && snapshot?.context.opened.get(mutes.content));
  const opensItself = useSelector(session, (snapshot) => current?.method === 'key' && snapshot?.hasTag('canSign') === true);
  const frame: FrameState = {
    onOpenMutes:
      lists && mutes && mutes.content !== '' && !opened && !opensItself
        ? () => lists.send({ type: 'lists.open', list: 'mutes', event: mutes })
        : undefined,
    unfinished: useSelector(outbox, (snapshot) => snapshot?.context.unfinished ?? 0),
    isUnconfirmed: useSelector(lists, (snapshot) => snapshot?.context.isConfirmed === false),
    onSignIn: () => actor.send({ type: 'account.signIn' }),
    onSwitch: (pubkey) => session?.send({ type: 'session.switch', pubkey }),
    onLock: lockOf === 'open' ? () => session?.send({ type: 'session.lock' }) : undefined,
    onUnlock: lockOf === 'locked' ? () => session?.send({ type: 'session.unlock' }) : undefined,
  };
  return { current, session, lists, compose, wanted, accounts, isAsked, mutes, opened, frame };
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
