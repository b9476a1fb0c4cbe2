import type { Intent } from '../../../machines/app/features.ts';
import {
  type Consequence,
  dialogsMachine,
  type Question,
} from '../../../machines/core/dialogs.machine.ts';
import type { LocalSettings } from '../../../machines/settings/settings.machine.ts';
import { dialogs } from '../../../machines/app/screen-logic.ts';
import { useAccountActor, useApp, useSettingsActor } from './app-context.ts';

dialogs.register(dialogsMachine);

/**
 * Asks the user before an action. No view waits for the answer: the question contains the event to
 * send after a yes, and its target. `intended` creates that from an intent of the current user. It
 * is dated by the answer.
 */
export function useAsk() {
  const app = useApp();
  const account = useAccountActor();
  const settings = useSettingsActor();
  return {
    ask: (question: Question, ...yes: readonly Consequence[]) =>
      app.send({ type: 'dialog.ask', question, yes }),
    withdraw: (question: Question) => app.send({ type: 'dialog.withdraw', question }),
    /** A change of the settings of this device. */
    changed: (change: Partial<LocalSettings>): Consequence => ({
      to: settings,
      event: { type: 'settings.change', change },
    }),
    intended: (intent: Intent): Consequence => ({
      to: account,
      event: { type: 'account.intent', intent },
    }),
  };
}
