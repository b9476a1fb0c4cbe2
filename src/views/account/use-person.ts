import { useSelector } from '@xstate/react';
import type { Account } from '../../events/account/account.ts';
import { KIND } from '../../events/kinds.ts';
import { getRow } from '../../events/table.ts';
import type { Intent } from '../../machines/account/features.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import type { SessionActor } from '../../machines/account/session.machine.ts';
import { useAccount, useAccountActor, useApp, useFacts } from '../app/app-context.ts';
import type { Refusal } from '../app/shell-context.ts';
import { useFeatures, useSession } from './use-features.ts';

const NOBODY: readonly Account[] = [];

/**
 * Who is here, as the frame of all screens needs it. `wanted`: what a visitor wanted, while he is asked in; `accounts`: those of this browser;
 * `isAsked`: the session has a question; `lock`: of a key with a PIN. `session`, `lists` and `compose` are handed on to their dialogs.
 */
export function usePersonState() {
  const current = useAccount();
  const session = useSession();
  const { lists, outbox, compose } = useFeatures();
  return {
    current,
    session,
    lists,
    compose,
    wanted: useSelector(useAccountActor(), ({ context }) => context.wanted),
    accounts: useSelector(session, (snapshot) => snapshot?.context.accounts ?? NOBODY),
    isAsked: useSelector(
      session,
      (snapshot) => (snapshot?.children.login ?? snapshot?.children.pin ?? snapshot?.children.erase) !== undefined,
    ),
    lock: useSelector(session, (snapshot) =>
      current?.method !== 'key' || current.lock !== 'pin'
        ? undefined
        : snapshot?.hasTag('canSign')
          ? 'open'
          : snapshot?.hasTag('locked')
            ? 'locked'
            : undefined,
    ),
    unfinished: useSelector(outbox, (snapshot) => snapshot?.context.unfinished ?? 0),
    isUnconfirmed: useSelector(lists, (snapshot) => snapshot?.context.isConfirmed === false),
  };
}

/** The own mute list. `opened`: entries of its private part; `open` reads that, undefined where there is none, it is open, or it opens by itself. */
export function useOwnMutes() {
  const current = useAccount();
  const session = useSession();
  const { lists } = useFeatures();
  const mutes = useFacts((facts) => current && getRow(facts.lists, `${KIND.MuteList}:${current.pubkey}:`)?.current);
  const opened = useSelector(lists, (snapshot) => mutes && snapshot?.context.opened.get(mutes.content));
  const opensItself = useSelector(session, (snapshot) => current?.method === 'key' && snapshot?.hasTag('canSign') === true);
  const open =
    lists && mutes && mutes.content !== '' && !opened && !opensItself
      ? () => lists.send({ type: 'lists.open', list: 'mutes', event: mutes })
      : undefined;
  return { mutes, opened, open };
}

/** What the frame can do about who is here. `want`: of a visitor, who is asked in first. */
export function usePersonIntents() {
  const app = useApp();
  const actor = useAccountActor();
  const session = useSession();
  return {
    intend: (intent: Intent) => actor.send({ type: 'account.intent', intent }),
    want: (reason: Refusal, intent?: Intent) => actor.send({ type: 'account.want', reason, intent }),
    signIn: () => actor.send({ type: 'account.signIn' }),
    switchTo: (pubkey: string) => session?.send({ type: 'session.switch', pubkey }),
    lock: () => session?.send({ type: 'session.lock' }),
    unlock: () => session?.send({ type: 'session.unlock' }),
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
