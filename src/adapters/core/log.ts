import type { CallbackActorLogic } from 'xstate';
import { callbackAdapter, type LogCommand } from '../../machines/core/ports.ts';

/** The `log` port: lines for debugging. */
export function logLines(write: (text: string) => void): CallbackActorLogic<LogCommand, undefined> {
  return callbackAdapter<LogCommand, undefined>(({ receive }) =>
    receive(({ text }) => write(text)),
  );
}
