import { useSelector } from '@xstate/react';
import { thread } from '../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../machines/app/screens.machine.ts';
import { type ThreadActor, threadMachine } from '../../machines/reading/thread.machine.ts';
import { useScreen, useScreens } from '../app/app-context.ts';

thread.register(threadMachine);

/** The thread of that key, as `useFeed`. */
export function useThread(order: ScreenOrder & { kind: 'thread' }): ThreadActor | undefined {
  useScreen(order);
  return useSelector(useScreens(), ({ children }): ThreadActor | undefined => children[order.key]);
}
