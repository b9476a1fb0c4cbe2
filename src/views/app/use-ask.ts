import type { Intent } from '../../machines/account/features.ts';
import type { Asked, Consequence, Question } from '../../machines/app/dialogs.machine.ts';
import { useAccountActor, useApp, useAsked } from './app-context.ts';

/**
 * Asks a person before something is done. What waits for the answer is no view: the question is told what to send to whom once it is yes.
 * `intended` makes that of something that whoever is here wants done; it is dated by the answer.
 */
export function useAsk() {
  const app = useApp();
  const account = useAccountActor();
  return {
    ask: (question: Question, ...yes: readonly Consequence[]) => app.send({ type: 'dialog.ask', question, yes }),
    withdraw: (question: Question) => app.send({ type: 'dialog.withdraw', question }),
    intended: (intent: Intent): Consequence => ({ to: account, event: { type: 'account.intent', intent } }),
  };
}

/** The question that is asked now, and how it is answered, or given up with all that wait where none can be drawn. */
export function useDialogs() {
  const app = useApp();
  return {
    asked: useAsked(),
    answer: ({ id }: Asked, yes: boolean) => app.send({ type: 'dialog.answer', id, yes, now: Math.floor(Date.now() / 1_000) }),
    clear: () => app.send({ type: 'dialog.clear' }),
  };
}
