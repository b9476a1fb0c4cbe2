import { readList } from '../../../events/messages/message-list.ts';
import { type SignedEvent, tagValue } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { objectsIn } from './left-out.ts';
import { isDraft } from './own-events.ts';
import type { Recording } from './recorder.ts';

/** Encrypted messages in the old form, by id. Their senders and recipients are public. */
export type OldMessages = ReadonlyMap<string, SignedEvent>;

/** Find these messages in answers of the caching service. The file has them anyway. */
export function oldMessagesIn({ log }: Recording): OldMessages {
  const found = new Map<string, SignedEvent>();
  for (const { event } of log) {
    if (event.type !== 'socket.batch') continue;
    for (const one of objectsIn(event)) if (isOldMessage(one)) found.set(one.id, one);
  }
  return found;
}

function isOldMessage(one: object): one is SignedEvent {
  return isDraft(one) && one.kind === KIND.EncryptedDirectMessage && 'sig' in one && 'id' in one;
}

/**
 * Return the decrypted list of conversations as a file has it: messages in the old form without
 * their texts, and no private messages. A replay must know which lines were stored, or it requests
 * them from the signer. `undefined` if the text is no such list.
 */
export function shownList(text: string, messages: OldMessages): string | undefined {
  const { lines } = readList(text);
  if (lines.size === 0) return undefined;
  const rows = [...lines].flatMap(([peer, { id }]) => {
    const event = messages.get(id);
    if (!event || ![event.pubkey, tagValue(event, 'p')].includes(peer)) return [];
    return [[peer, event.created_at, 0, 0, id, event.created_at, 0, '']];
  });
  return JSON.stringify(rows);
}
