import type { DeviceSeal } from './adapters/account/device-seal.ts';
import { logLines } from './adapters/app/log.ts';
import { letterShelf } from './adapters/messages/letter-shelf.ts';
import { messagesMachine } from './machines/messages/messages.machine.ts';

interface MessagesDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly log: (text: string) => void;
}

/** Direct messages with their ports, in a chunk of their own: fetched when somebody looks at them. */
export function messagesCode({ factory, seal, log }: MessagesDeps): typeof messagesMachine {
  return messagesMachine.provide({ actors: { letters: letterShelf({ factory, seal }), log: logLines(log) } });
}
