import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { type Account, canAct } from '../../events/account/account.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { displayNameOf } from '../../events/facts/profile.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { getRow } from '../../events/core/table.ts';
import type { Intent } from '../../machines/app/features.ts';
import { useAccount, useFacts, useFactsShallow, useSetting } from '../ui/hooks/app-context.ts';
import { lazyPart } from '../ui/overlays/lazy-part.tsx';
import { DialogBoundary } from '../ui/overlays/Boundaries.tsx';
import type { SignedInViews, Refusal, ShellState } from '../ui/hooks/shell-context.ts';
import { useToast } from '../ui/hooks/use-toasts.ts';
import { usePicture } from '../account/profile/picture.ts';
import { useFeatures, useSession } from '../account/use-features.ts';
import {
  endQuestions,
  keepText,
  useAccounts,
  useFrameState,
  useIsAsked,
  useLock,
  useOpenedMutes,
  useCurrentUserIntents,
  useWantedIntent,
} from './use-current-user.ts';

const SessionDialogs = lazyPart(
  () => import('../account/session/SessionDialogs.tsx').then(({ SessionDialogs: Part }) => Part),
  {
    close: endQuestions,
  },
);
/** The composer, loaded together with its machine. */
export const ComposeDialog = lazyPart(
  () => import('../compose/ComposeDialog.tsx').then(({ ComposeDialog: Part }) => Part),
  {
    close: keepText,
  },
);

type Person = Omit<ShellState, 'unread'>;

const NONE: readonly VerifiedEvent[] = [];

/**
 * The current account, the other accounts of this browser, and the frame's actions on them, with
 * their dialogs.
 */
interface Here {
  readonly person: Person;
  readonly dialogs: ReactNode;
  /** For actions of toasts, such as to undo a delayed job (BEYOND-09). */
  readonly intend: (intent: Intent) => void;
  /** Draws toasts that have more than a text. */
  readonly toastView: SignedInViews['toastView'] | undefined;
}

export function useCurrentUser(): Here {
  const current = useAccount();
  const session = useSession();
  const { lists, compose } = useFeatures();
  const lock = useLock(session, current);
  const wanted = useWantedIntent();
  const { intend, actors } = useCurrentUserIntents();
  const toast = useToast();
  const isActing = canAct(current);
  const isOwn = current !== undefined || wanted !== undefined;
  const loaded = useOwnViews(isOwn);
  const views = isOwn ? loaded : undefined;
  const own = isActing ? views : undefined;
  const mutes = useFacts(
    (facts) => current && getRow(facts.lists, `${KIND.MuteList}:${current.pubkey}:`)?.current,
  );
  const opened = useOpenedMutes(mutes);
  const judging = useFactsShallow(
    (facts) => (current && own?.filterListsInUse(facts, current.pubkey, opened)) ?? NONE,
  );
  const moderation = useSetting('moderation');
  const others = useAccounts(session).filter(({ pubkey }) => pubkey !== current?.pubkey);
  const names = useFactsShallow((facts) =>
    others.map(({ pubkey }) => displayNameOf(getRow(facts.profiles, pubkey), pubkey)),
  );
  const account = useFace(current);
  const isAsked = useIsAsked(session);
  const later = (act: (own: SignedInViews) => void) =>
    void loadOwn().then(act, () => toast({ kind: 'unavailable', message: { code: 'act.later' } }));
  /** Runs the intent if the account can act. The answer to all others is loaded first. */
  const refuse = (reason: Refusal, intent?: Intent) =>
    isActing && intent ? intend(intent) : later((code) => code.refuse(actors, reason, intent));
  const person: Person = {
    ...useFrameState(session, lock, mutes, !opened),
    account,
    own,
    foot: views?.OwnFoot,
    accountEntries: views?.accountEntries,
    hides: useMemo(
      () =>
        current &&
        own?.hiddenBy(
          own.moderationListsOf(current.pubkey, judging, opened, own.moderationOf(moderation)),
        ),
      [own, current, judging, opened, moderation],
    ),
    status: current && views?.statusOf(current, lock),
    others: others.map(({ pubkey }, at) => ({ pubkey, name: names[at] ?? '' })),
    onNewNote: () =>
      refuse({ code: 'act.signIn' }, { type: 'compose.open', aim: { type: 'note' } }),
    onRefused: refuse,
    onEarly: (...press) => later((code) => code.actEarly(actors, isActing, ...press)),
    onSignOut: () => later((code) => code.askSignOut(actors)),
  };
  // each is independent: one that is still loading must not hide another (the composer, while the
  // PIN is asked for)
  const separate = (part: ReactNode) => (
    <DialogBoundary>
      <Suspense>{part}</Suspense>
    </DialogBoundary>
  );
  const dialogs = (
    <>
      {separate(own && lists && <own.ListDialogs lists={lists} />)}
      {compose && <ComposeDialog compose={compose} />}
      {separate(own && session && <own.SignerQueue session={session} />)}
      {separate(views && wanted && <views.Door wanted={wanted} />)}
      {session && isAsked && <SessionDialogs session={session} />}
    </>
  );
  return { person, dialogs, intend, toastView: loaded?.toastView };
}

function useFace(account: Account | undefined): Person['account'] {
  const profile = useFacts((facts) =>
    account ? getRow(facts.profiles, account.pubkey) : undefined,
  );
  const picture = usePicture(profile);
  return (
    account && { pubkey: account.pubkey, name: displayNameOf(profile, account.pubkey), picture }
  );
}

const loadOwn = () => import('./signed-in-views.ts');

/**
 * Loaded once there is an account. It stays loaded after the account leaves, for pending messages.
 */
function useOwnViews(isNeeded: boolean): SignedInViews | undefined {
  const [own, setOwn] = useState<SignedInViews>();
  useEffect(() => {
    if (isNeeded) void loadOwn().then(setOwn, () => undefined);
  }, [isNeeded]);
  return own;
}
