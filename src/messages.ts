import type { DeviceSeal } from './adapters/account/device-seal.ts';
import { logLines } from './adapters/app/log.ts';
import { letterShelf } from './adapters/messages/letter-shelf.ts';
import { giftWraps, sealAges } from './adapters/messages/wrapping.ts';
import type { Verify } from './events/verify.ts';
import { letterMachine } from './machines/messages/letter.machine.ts';
import { messagesMachine } from './machines/messages/messages.machine.ts';
import { wrapMachine } from './machines/messages/wrap.machine.ts';

interface MessagesDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly log: (text: string) => void;
  readonly verify: () => Promise<Verify>;
}

/** Direct messages with their ports, in a chunk of their own: fetched when somebody looks at them. */
export function messagesCode({ factory, seal, log, verify }: MessagesDeps): typeof messagesMachine {
  const deps = { verify, chance: (size: number) => crypto.getRandomValues(new Uint8Array(size)) };
  const wrap = wrapMachine.provide({ actors: { ages: sealAges(deps), wrap: giftWraps(deps) } });
  const letter = letterMachine.provide({ actors: { wrap } });
  return messagesMachine.provide({ actors: { letters: letterShelf({ factory, seal }), log: logLines(log), letter } });
}
