import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { LogCommand } from '../../machines/core/ports.ts';

/** The `log` port: lines for debugging. */
export function logLines(write: (text: string) => void): CallbackActorLogic<LogCommand, undefined> {
  return fromCallback<LogCommand, undefined>(({ receive }) => receive(({ text }) => write(text)));
}
