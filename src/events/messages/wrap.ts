import { finalizeEvent } from 'nostr-tools/pure';
import { conversationKey, encryptNip44 } from '../account/keys/nip44.ts';
import type { SignedEvent } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { inSeconds, type Seconds } from '../core/time.ts';
import { before } from './seal.ts';

/**
 * Random values for one wrap, never used twice: a secret key and a nonce, 32 bytes each, and its
 * age, from 0 to 1.
 */
export interface WrapChance {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly age: number;
}

/**
 * Build the wrap that carries a seal to `to` (NIP-59), signed by a throwaway key; `undefined` if
 * the key or the receiver is invalid. Not verified yet. Loads elliptic curves, so import it lazily.
 */
export function wrapOf(
  seal: SignedEvent,
  to: string,
  now: Seconds,
  { key, nonce, age }: WrapChance,
): SignedEvent | undefined {
  const shared = conversationKey(key, to);
  const content = shared && encryptNip44(shared, JSON.stringify(seal), nonce);
  if (content === undefined) return undefined;
  return readEvent(
    finalizeEvent(
      { kind: KIND.GiftWrap, tags: [['p', to]], content, created_at: inSeconds(before(now, age)) },
      key,
    ),
  );
}
