import { shallowEqual, useSelector } from '@xstate/react';
import type { VerifiedEvent } from '../../events/event.ts';
import { isDeleted, noteOf } from '../../events/selectors.ts';
import { thread } from '../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../machines/app/screens.machine.ts';
import { type ThreadActor, threadMachine } from '../../machines/reading/thread.machine.ts';
import { useFacts, useScreen, useScreens } from '../app/app-context.ts';

thread.register(threadMachine);

/** A thread that runs, as components hand it on. */
export type Thread = ThreadActor;

/** The thread of that key, as `useFeed`. */
export function useThread(order: ScreenOrder & { kind: 'thread' }): Thread | undefined {
  useScreen(order);
  return useSelector(useScreens(), ({ children }): Thread | undefined => children[order.key]);
}

export type ThreadState = Readonly<Record<'isLoading' | 'isMissing' | 'isFailed', boolean>>;

/** How a thread stands. */
export function useThreadState(of: Thread): ThreadState {
  return useSelector(
    of,
    (snapshot): ThreadState => ({
      isLoading: snapshot.hasTag('loading'),
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

/** Asks once more, or for older replies. */
export const threadIntents = {
  retry: (of: Thread) => of.send({ type: 'thread.retry' }),
  earlier: (of: Thread) => of.send({ type: 'thread.earlier' }),
};
