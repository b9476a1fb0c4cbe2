import { useSelector } from '@xstate/react';
import { useContext } from 'react';
import type { Asked } from '../../machines/core/dialogs.machine.ts';
import { ChildrenContext, useApp } from '../ui/hooks/app-context.ts';
import { now } from '../ui/hooks/now.ts';

/**
 * The current question, and the functions to answer it or to cancel all questions if none can be
 * drawn.
 */
export function useDialogs() {
  const app = useApp();
  const dialogs = useContext(ChildrenContext).dialogs;
  return {
    // none if its actor is missing: nothing else is lost with it
    asked: useSelector(dialogs, (snapshot) => snapshot?.context.queue[0]),
    answer: ({ id }: Asked, yes: boolean) =>
      app.send({ type: 'dialog.answer', id, yes, now: now() }),
    clear: () => app.send({ type: 'dialog.clear' }),
  };
}
