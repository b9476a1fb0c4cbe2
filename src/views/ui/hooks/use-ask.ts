import type { Intent } from '../../../machines/app/features.ts';
import { type Consequence, dialogsMachine, type Question } from '../../../machines/core/dialogs.machine.ts';
import type { LocalSettings } from '../../../machines/settings/settings.machine.ts';
import { dialogs } from '../../../machines/app/screen-logic.ts';
import { useAccountActor, useApp, useSettingsActor } from './app-context.ts';

dialogs.register(dialogsMachine);

/**
 * Asks a person before something is done. What waits for the answer is no view: the question is told what to send to whom once it is yes.
 * `intended` makes that of something that whoever is here wants done; it is dated by the answer.
 */
export function useAsk() {
  const app = useApp();
  const account = useAccountActor();
  const settings = useSettingsActor();
  return {
    ask: (question: Question, ...yes: readonly Consequence[]) => app.send({ type: 'dialog.ask', question, yes }),
    withdraw: (question: Question) => app.send({ type: 'dialog.withdraw', question }),
    /** A change of the settings of this device. */
    changed: (change: Partial<LocalSettings>): Consequence => ({ to: settings, event: { type: 'settings.change', change } }),
    intended: (intent: Intent): Consequence => ({ to: account, event: { type: 'account.intent', intent } }),
  };
}
