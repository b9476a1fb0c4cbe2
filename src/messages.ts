import { logLines } from './adapters/app/log.ts';
import { letterShelf, type LetterShelfDeps } from './adapters/messages/letter-shelf.ts';
import { messagesMachine } from './machines/messages/messages.machine.ts';

interface MessagesDeps extends LetterShelfDeps {
  readonly log: (text: string) => void;
}

/** Direct messages with their ports, in a chunk of their own: fetched when somebody looks at them. */
export function messagesCode({ log, ...deps }: MessagesDeps): typeof messagesMachine {
  return messagesMachine.provide({ actors: { letters: letterShelf(deps), log: logLines(log) } });
}
