import { randomBytes } from 'node:crypto';
import { encrypt } from 'nostr-tools/nip04';
import { decrypt as open, encrypt as seal, getConversationKey } from 'nostr-tools/nip44';
import { getPublicKey } from 'nostr-tools/pure';
import { bytesOf } from '../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../src/events/core/json.ts';
import type { SignedEvent } from '../src/events/nostr/event.ts';
import { KIND } from '../src/events/nostr/kinds.ts';
import { before, rumorOf, rumorText, sealTemplate } from '../src/events/messages/seal.ts';
import { inSeconds, seconds } from '../src/events/core/time.ts';
import type { Author, EventList, PlannedEvent } from './story/event-list.ts';

/** Return an encrypted message between two people (NIP-04), which every app supports. */
export function directMessage(author: Author, to: string, text: string, at: number): PlannedEvent {
  return {
    author,
    at,
    kind: KIND.EncryptedDirectMessage,
    content: encrypt(author.secret, to, text),
    tags: [['p', to]],
  };
}

/**
 * Schedule the message as a gift wrap (NIP-17), which hides its sender. It is published at `at`,
 * independent of its date.
 */
export function giftWrappedMessage(
  ledger: EventList,
  author: Author,
  to: string,
  text: string,
  at: number,
): void {
  const said = rumorText(rumorOf(author.pubkey, to, text, seconds(Math.floor(at)))) ?? '';
  const { kind, content, tags, created_at } = sealTemplate(
    sealed(author.secret, to, said),
    seconds(Math.floor(at)),
    Math.random(),
  );
  const inner = ledger.enclose({ author, at: inSeconds(created_at), kind, content, tags });
  ledger.wrap(inner, at, (signed) => {
    const key = randomBytes(32);
    const nobody = { pubkey: getPublicKey(key), secret: key.toString('hex') };
    const dated = inSeconds(before(seconds(Math.floor(at)), Math.random()));
    return {
      author: nobody,
      at: dated,
      kind: KIND.GiftWrap,
      content: sealed(nobody.secret, to, JSON.stringify(signed)),
      tags: [['p', to]],
    };
  });
}

/**
 * Return the sender and time (seconds) of a gift wrap to the owner of that key. Returns `undefined`
 * if it cannot be opened. Only the town trusts it unverified.
 */
export function writerOf(
  wrap: SignedEvent,
  secret: string,
): { readonly pubkey: string; readonly at: number } | undefined {
  try {
    const inner = parseJson(opened(secret, wrap.pubkey, wrap.content));
    const [pubkey, content] = isRecord(inner)
      ? [field(inner, 'pubkey'), field(inner, 'content')]
      : [];
    const rumor =
      typeof pubkey === 'string' && typeof content === 'string'
        ? parseJson(opened(secret, pubkey, content))
        : undefined;
    const at =
      isRecord(rumor) && field(rumor, 'pubkey') === pubkey ? field(rumor, 'created_at') : undefined;
    return typeof pubkey === 'string' && typeof at === 'number' ? { pubkey, at } : undefined;
  } catch {
    return undefined;
  }
}

function sealed(secret: string, to: string, text: string): string {
  return seal(text, getConversationKey(bytesOf(secret), to));
}

function opened(secret: string, from: string, payload: string): string {
  return open(payload, getConversationKey(bytesOf(secret), from));
}
