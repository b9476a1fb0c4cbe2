import { finalizeEvent } from 'nostr-tools/pure';
import { conversationKey, encryptNip44 } from '../account/keys/nip44.ts';
import type { SignedEvent } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { inSeconds, type Seconds } from '../core/time.ts';
import { before } from './seal.ts';

/** What one wrap is made with, all of it by chance and never used twice: a secret key and a nonce, 32 bytes each, and its age, from 0 to 1. */
export interface WrapChance {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly age: number;
}

/**
 * The wrap that carries a seal to `to` (NIP-59), signed by a key that nobody keeps; undefined where key or receiver is none. Not verified yet. Loads
 * elliptic curves, so import it lazily.
 */
export function wrapOf(seal: SignedEvent, to: string, now: Seconds, { key, nonce, age }: WrapChance): SignedEvent | undefined {
  const shared = conversationKey(key, to);
  const content = shared && encryptNip44(shared, JSON.stringify(seal), nonce);
  if (content === undefined) return undefined;
  return readEvent(finalizeEvent({ kind: KIND.GiftWrap, tags: [['p', to]], content, created_at: inSeconds(before(now, age)) }, key));
}
