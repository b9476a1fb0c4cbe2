import { pageFetch } from '../adapters/connection/http.ts';
import { logLines } from '../adapters/core/log.ts';
import {
  messageDraftStore,
  type MessageDraftsDeps,
} from '../adapters/messages/message-draft-store.ts';
import { sealJudge } from '../adapters/messages/verify-seals.ts';
import { sealedFile } from '../adapters/messages/encrypted-file.ts';
import { giftWraps, sealAges } from '../adapters/messages/seal-ports.ts';
import type { Verify } from '../events/nostr/verify.ts';
import { conversationMachine } from '../machines/messages/conversation.machine.ts';
import { outgoingMessageMachine } from '../machines/messages/outgoing-message.machine.ts';
import { messagesMachine } from '../machines/messages/messages.machine.ts';
import { unreadBySenderMachine } from '../machines/messages/unread-by-sender.machine.ts';
import { sendReactionMachine } from '../machines/messages/send-reaction.machine.ts';
import { sealMessageMachine } from '../machines/messages/seal-message.machine.ts';
import { giftWrapsMachine } from '../machines/messages/gift-wraps.machine.ts';

interface MessagesDeps extends MessageDraftsDeps {
  readonly log: (text: string) => void;
  readonly verify: () => Promise<Verify>;
}

/**
 * Direct messages with their ports, in a chunk of their own. It is fetched when a user opens them,
 * or private ones are to be counted.
 */
export function messagesCode({ log, verify, ...deps }: MessagesDeps) {
  const wrapping = {
    verify,
    chance: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
  };
  const wrap = sealMessageMachine.provide({
    actors: { ages: sealAges(wrapping), wrap: giftWraps(wrapping) },
  });
  const reaction = sendReactionMachine.provide({ actors: { wrap } });
  const outgoing = outgoingMessageMachine.provide({ actors: { wrap, reaction } });
  const file = sealedFile({ fetch: pageFetch(window), subtle: crypto.subtle, urls: URL });
  const conversation = conversationMachine.provide({ actors: { file } });
  return {
    messages: messagesMachine.provide({
      actors: {
        messageDrafts: messageDraftStore(deps, 'messages'),
        log: logLines(log),
        outgoing,
        conversation,
      },
    }),
    giftWraps: giftWrapsMachine.provide({
      actors: { messageDrafts: messageDraftStore(deps, 'giftWraps'), judge: sealJudge(verify) },
    }),
    unreadBySender: unreadBySenderMachine,
  };
}
