import { shallowEqual, useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  awaitedIn,
  type Branch,
  branchesOf,
  countsOf,
  drawnOf,
  knownTo,
  repliesBelow,
  sameReplies,
} from '../../../events/reading/thread/reply-tree.ts';
import { isDeleted, isHidden, noteOf, repliesOf } from '../../../events/facts/selectors.ts';
import { thread } from '../../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import {
  type ThreadActor,
  threadMachine,
} from '../../../machines/reading/thread/thread.machine.ts';
import {
  useAccount,
  useFacts,
  useFactsShallow,
  useScreen,
  useScreens,
} from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useDiscarded } from '../../publish/outbox/use-intents.ts';
import { useIsLooking } from './use-find-replies.ts';

thread.register(threadMachine);

export type Thread = ThreadActor;

/** Return the thread of that key, like `useFeed`. */
export function useThread(order: ScreenOrder & { kind: 'thread' }): Thread | undefined {
  useScreen(order);
  return useSelector(useScreens(), ({ children }): Thread | undefined => children[order.key]);
}

export type ThreadState = Readonly<
  Record<'isLoading' | 'isPartial' | 'isMissing' | 'isFailed', boolean>
>;

export function useThreadState(of: Thread): ThreadState {
  return useSelector(
    of,
    (snapshot): ThreadState => ({
      isLoading: snapshot.hasTag('loading'),
      isPartial: snapshot.context.isPartial,
      isMissing: snapshot.hasTag('missing'),
      isFailed: snapshot.hasTag('failed'),
    }),
    shallowEqual,
  );
}

/**
 * Return the ids above and below the opened event. `earlier`: the start of older replies, if there
 * are any.
 */
export function useThreadItems(of: Thread): ReturnType<Thread['getSnapshot']>['context']['items'] {
  return useSelector(of, ({ context }) => context.items);
}

/**
 * Return the opened event, if it is loaded. Lists and profiles are not stored by id, so they are
 * read from the answer.
 */
export function useOpened(
  id: string | undefined,
  of: Thread | undefined,
): VerifiedEvent | undefined {
  const answered = useSelector(of, (snapshot) => snapshot?.context.opened);
  return useFacts((facts) => {
    if (id !== undefined && noteOf(facts, id)) return noteOf(facts, id);
    return answered && !isDeleted(facts, answered) ? answered : undefined;
  });
}

/**
 * Retry, also without the account. Load older replies, or those to a reply. Show waiting replies.
 * Fold the replies to a reply.
 */
export const threadIntents = {
  retry: (of: Thread) => of.send({ type: 'thread.retry' }),
  look: (of: Thread) => of.send({ type: 'thread.showAnyway' }),
  earlier: (of: Thread) => of.send({ type: 'thread.earlier' }),
  ask: (of: Thread, id: string) => of.send({ type: 'thread.openReplies', id }),
  fold: (of: Thread, id: string) => of.send({ type: 'thread.fold', id }),
  unfold: (of: Thread, id: string) => of.send({ type: 'thread.unfold', id }),
  showNew: (of: Thread) => of.send({ type: 'thread.showNew' }),
};

interface Replies {
  readonly branches: readonly Branch[];
  /** Number of loaded direct replies, including those that are not shown. */
  readonly direct: number;
  /** Replies on all levels that the reader's lists hide. */
  readonly hidden: readonly string[];
  /** Number of loaded replies to each, including waiting and hidden ones and those without room. */
  readonly known: ReadonlyMap<string, number>;
  /** Number of replies to each that the reader's lists hide. */
  readonly hiddenTo: ReadonlyMap<string, number>;
  /** True if there are too many replies, so only the newest are shown. */
  readonly isCut: boolean;
  /** Replies that wait because they would move the text that is being read. */
  readonly waiting: readonly string[];
  readonly folded: ReadonlySet<string>;
  /** Replies whose own replies were requested. */
  readonly asked: ReadonlyMap<string, boolean>;
}

/**
 * Return the rendered replies to the opened event. `root`: its id or address. The thread receives
 * new replies before they are painted, and decides where those that arrive by themselves go
 * (THREAD-01).
 */
export function useReplies(of: Thread, root: string): Replies {
  const me = useAccount()?.pubkey;
  const hides = useHides();
  const discarded = useDiscarded();
  const isLooking = useIsLooking(root);
  const { replies: listed } = useThreadItems(of);
  const isComing = useSelector(
    of,
    (snapshot) => snapshot.hasTag('loading') || snapshot.hasTag('more'),
  );
  const { places, folded, asked } = useSelector(of, ({ context }) => pick(context), shallowEqual);
  const direct = useFactsShallow((facts) => [...new Set([...listed, ...repliesOf(facts, root)])]);
  const found = useFacts(
    (facts) =>
      hides && isHidden(facts, root, hides)
        ? { shown: [], hidden: direct.map((id) => ({ id, to: root })), older: [] }
        : repliesBelow(root, listed, {
            repliesOf: (key) => repliesOf(facts, key),
            eventOf: (id) => (discarded.has(id) ? undefined : noteOf(facts, id)),
            isHidden: (event) => hides?.(event) === true,
          }),
    sameReplies,
  );
  const { shown } = found;
  const known = useMemo(() => {
    const order = drawnOf(branchesOf(root, shown), folded);
    const awaited = awaitedIn(shown, me, (to) => asked.get(to) === true);
    const drawn = new Set(order);
    // Replies that are not rendered cannot move anything.
    const aside = shown.filter(({ id }) => awaited.has(id) || !drawn.has(id));
    return { order, asked: aside.map(({ id }) => id), awaited };
  }, [root, shown, folded, asked, me]);
  useLayoutEffect(
    () => of.send({ type: 'thread.orderShown', order: known.order, asked: known.asked }),
    [of, known],
  );
  useSettled(of, root, isComing || isLooking);
  const branches = useMemo(() => {
    const [drawn, waits] = [new Set(known.order), new Set(places.waiting)];
    // A reply that is not rendered waits together with its parent.
    for (const { id, to } of shown)
      if (!drawn.has(id) && !known.awaited.has(id) && waits.has(to)) waits.add(id);
    return branchesOf(root, shown, new Set([...places.placed].filter((id) => !waits.has(id))));
  }, [root, shown, places, known]);
  const counts = useMemo(
    () => ({
      hidden: found.hidden.map(({ id }) => id),
      known: knownTo(found),
      hiddenTo: countsOf(found.hidden),
      isCut: found.older.length > 0,
    }),
    [found],
  );
  return {
    branches,
    direct: direct.filter((id) => !discarded.has(id)).length,
    ...counts,
    waiting: places.waiting,
    folded,
    asked,
  };
}

function pick({ places, folded, asked }: ReturnType<Thread['getSnapshot']>['context']) {
  return { places, folded, asked };
}

/** Notify a thread once a requested branch has loaded as far as it can. */
function useSettled(of: Thread, id: string, isComing: boolean): void {
  const isAsked = useSelector(of, ({ context }) => context.asked.get(id) === true);
  useLayoutEffect(() => {
    if (isAsked && !isComing) of.send({ type: 'thread.repliesLoaded', id });
  }, [of, id, isAsked, isComing]);
}

/**
 * Return the replies to a reply. They come from a thread of its own, which the reply's page reuses.
 */
export function useBranch(of: Thread, id: string) {
  const thread = useThread({
    kind: 'thread',
    key: `thread:${id}`,
    input: { target: { type: 'note', id } },
  });
  const isComing = useSelector(
    thread,
    (snapshot) => !snapshot || snapshot.hasTag('loading') || snapshot.hasTag('more'),
  );
  const isFailed = useSelector(
    thread,
    (snapshot) => snapshot?.hasTag('failed') === true || snapshot?.hasTag('missing') === true,
  );
  const isWhole = useSelector(
    thread,
    (snapshot) => snapshot !== undefined && !hasEarlier(snapshot.context.items),
  );
  useSettled(of, id, isComing);
  return {
    isComing,
    isFailed,
    isWhole,
    more: () => {
      threadIntents.ask(of, id);
      thread?.send({ type: isFailed ? 'thread.retry' : 'thread.earlier' });
    },
  };
}

/** True if older replies can be requested. */
export function hasEarlier({ earlier, isFull }: ReturnType<typeof useThreadItems>): boolean {
  return earlier !== undefined && isFull;
}
