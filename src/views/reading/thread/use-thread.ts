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
import { type ThreadActor, threadMachine } from '../../../machines/reading/thread/thread.machine.ts';
import { useAccount, useFacts, useFactsShallow, useScreen, useScreens } from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useDiscarded } from '../../publish/outbox/use-intents.ts';
import { useIsLooking } from './use-find-replies.ts';

thread.register(threadMachine);

/** A thread that runs, as components hand it on. */
export type Thread = ThreadActor;

/** The thread of that key, as `useFeed`. */
export function useThread(order: ScreenOrder & { kind: 'thread' }): Thread | undefined {
  useScreen(order);
  return useSelector(useScreens(), ({ children }): Thread | undefined => children[order.key]);
}

export type ThreadState = Readonly<Record<'isLoading' | 'isPartial' | 'isMissing' | 'isFailed', boolean>>;

/** How a thread stands. */
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

/** Ids of what is above and below what was opened. `earlier`: where older replies go on, if there are such. */
export function useThreadItems(of: Thread): ReturnType<Thread['getSnapshot']>['context']['items'] {
  return useSelector(of, ({ context }) => context.items);
}

/** What was opened by its id, where it is known: lists and profiles are in no table by id, but in the answer. */
export function useOpened(id: string | undefined, of: Thread | undefined): VerifiedEvent | undefined {
  const answered = useSelector(of, (snapshot) => snapshot?.context.opened);
  return useFacts((facts) => {
    if (id !== undefined && noteOf(facts, id)) return noteOf(facts, id);
    return answered && !isDeleted(facts, answered) ? answered : undefined;
  });
}

/** Asks once more, also as nobody in particular, for older replies, or for those to a reply; shows what waits; hides what answers a reply. */
export const threadIntents = {
  retry: (of: Thread) => of.send({ type: 'thread.retry' }),
  look: (of: Thread) => of.send({ type: 'thread.look' }),
  earlier: (of: Thread) => of.send({ type: 'thread.earlier' }),
  ask: (of: Thread, id: string) => of.send({ type: 'thread.ask', id }),
  fold: (of: Thread, id: string) => of.send({ type: 'thread.fold', id }),
  unfold: (of: Thread, id: string) => of.send({ type: 'thread.unfold', id }),
  showNew: (of: Thread) => of.send({ type: 'thread.showNew' }),
};

interface Replies {
  readonly branches: readonly Branch[];
  /** Direct replies that are known, also those that are not shown. */
  readonly direct: number;
  /** Those that the reader's lists hide, on all levels. */
  readonly hidden: readonly string[];
  /** How many replies to each are known, also those that wait, that are hidden, or that there is no room for. */
  readonly known: ReadonlyMap<string, number>;
  /** How many replies to each the reader's lists hide. */
  readonly hiddenTo: ReadonlyMap<string, number>;
  /** There are too many: the newest are drawn. */
  readonly isCut: boolean;
  /** Those that would move what is read. */
  readonly waiting: readonly string[];
  readonly folded: ReadonlySet<string>;
  /** Replies whose own replies were asked for. */
  readonly asked: ReadonlyMap<string, boolean>;
}

/**
 * The replies to what was opened, as they are drawn. `root`: its id or address. The thread, which is told what is known before that is painted,
 * places what comes by itself (THREAD-01).
 */
export function useReplies(of: Thread, root: string): Replies {
  const me = useAccount()?.pubkey;
  const hides = useHides();
  const discarded = useDiscarded();
  const isLooking = useIsLooking(root);
  const { replies: listed } = useThreadItems(of);
  const isComing = useSelector(of, (snapshot) => snapshot.hasTag('loading') || snapshot.hasTag('more'));
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
    // what is not drawn moves nothing
    const aside = shown.filter(({ id }) => awaited.has(id) || !drawn.has(id));
    return { order, asked: aside.map(({ id }) => id), awaited };
  }, [root, shown, folded, asked, me]);
  useLayoutEffect(() => of.send({ type: 'thread.known', order: known.order, asked: known.asked }), [of, known]);
  useSettled(of, root, isComing || isLooking);
  const branches = useMemo(() => {
    const [drawn, waits] = [new Set(known.order), new Set(places.waiting)];
    // what is not drawn itself waits with what it hangs on
    for (const { id, to } of shown) if (!drawn.has(id) && !known.awaited.has(id) && waits.has(to)) waits.add(id);
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

/** Tells a thread once that what was asked for has come as far as it does. */
function useSettled(of: Thread, id: string, isComing: boolean): void {
  const isAsked = useSelector(of, ({ context }) => context.asked.get(id) === true);
  useLayoutEffect(() => {
    if (isAsked && !isComing) of.send({ type: 'thread.settled', id });
  }, [of, id, isAsked, isComing]);
}

/** The replies to a reply, asked for with its own thread, which its own page finds again. */
export function useBranch(of: Thread, id: string) {
  const thread = useThread({ kind: 'thread', key: `thread:${id}`, input: { target: { type: 'note', id } } });
  const isComing = useSelector(thread, (snapshot) => !snapshot || snapshot.hasTag('loading') || snapshot.hasTag('more'));
  const isFailed = useSelector(thread, (snapshot) => snapshot?.hasTag('failed') === true || snapshot?.hasTag('missing') === true);
  const isWhole = useSelector(thread, (snapshot) => snapshot !== undefined && !hasEarlier(snapshot.context.items));
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

/** Whether older replies can be asked for. */
export function hasEarlier({ earlier, isFull }: ReturnType<typeof useThreadItems>): boolean {
  return earlier !== undefined && isFull;
}
