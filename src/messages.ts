import { logLines } from './adapters/app/log.ts';
import { letterShelf, type LetterShelfDeps } from './adapters/messages/letter-shelf.ts';
import { sealJudge } from './adapters/messages/seal-judge.ts';
import { sealedFile } from './adapters/messages/sealed-file.ts';
import { giftWraps, sealAges } from './adapters/messages/wrapping.ts';
import type { Verify } from './events/verify.ts';
import { conversationMachine } from './machines/messages/conversation.machine.ts';
import { letterMachine } from './machines/messages/letter.machine.ts';
import { messagesMachine } from './machines/messages/messages.machine.ts';
import { tallyMachine } from './machines/messages/tally.machine.ts';
import { wrapMachine } from './machines/messages/wrap.machine.ts';
import { wrapsMachine } from './machines/messages/wraps.machine.ts';

interface MessagesDeps extends LetterShelfDeps {
  readonly log: (text: string) => void;
  readonly verify: () => Promise<Verify>;
}

/** Direct messages with their ports, in a chunk of their own: fetched when somebody looks at them, or private ones are to be counted. */
export function messagesCode({ log, verify, ...deps }: MessagesDeps) {
  const wrapping = { verify, chance: (size: number) => crypto.getRandomValues(new Uint8Array(size)) };
  const wrap = wrapMachine.provide({ actors: { ages: sealAges(wrapping), wrap: giftWraps(wrapping) } });
  const letter = letterMachine.provide({ actors: { wrap } });
  const file = sealedFile({ fetch: fetch.bind(window), subtle: crypto.subtle, urls: URL });
  const conversation = conversationMachine.provide({ actors: { file } });
  return {
    messages: messagesMachine.provide({ actors: { letters: letterShelf(deps, 'messages'), log: logLines(log), letter, conversation } }),
    wraps: wrapsMachine.provide({ actors: { letters: letterShelf(deps, 'wraps'), judge: sealJudge(verify) } }),
    tally: tallyMachine,
  };
}
