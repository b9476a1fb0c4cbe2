import type { DeviceSeal } from './adapters/account/device-seal.ts';
import { logLines } from './adapters/app/log.ts';
import { letterShelf } from './adapters/messages/letter-shelf.ts';
import { sealJudge } from './adapters/messages/seal-judge.ts';
import type { Verify } from './events/verify.ts';
import { messagesMachine } from './machines/messages/messages.machine.ts';
import { wrapsMachine } from './machines/messages/wraps.machine.ts';

interface MessagesDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly log: (text: string) => void;
  readonly verify: () => Promise<Verify>;
}

/** Direct messages with their ports, in a chunk of their own: fetched when somebody looks at them, or private ones are to be counted. */
export function messagesCode({ factory, seal, log, verify }: MessagesDeps) {
  const letters = letterShelf({ factory, seal });
  return {
    messages: messagesMachine.provide({ actors: { letters, log: logLines(log) } }),
    wraps: wrapsMachine.provide({ actors: { letters, judge: sealJudge(verify) } }),
  };
}
