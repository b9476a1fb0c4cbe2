import { finalizeEvent, getPublicKey, type NostrEvent } from 'nostr-tools';
import { encrypt } from 'nostr-tools/nip04';
import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import { secretKey } from '../../../support/events/signed.ts';
import { now } from '../service/village.ts';

interface Letter {
  /** Keys of the tests. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Seconds. */
  readonly ago: number;
}

const pubkeyOf = (key: number) => getPublicKey(secretKey(key));

/** A message of the old form (NIP-04), as another client writes it. */
export function nip04Message({ from, to, text, ago }: Letter): NostrEvent {
  const content = encrypt(secretKey(from), pubkeyOf(to), text);
  return finalizeEvent(
    { kind: 4, content, tags: [['p', pubkeyOf(to)]], created_at: now() - ago },
    secretKey(from),
  );
}

/**
 * A private message (NIP-17), in the gift wrap for `keeper`: the peer, or the author for their own
 * copy.
 */
export function giftWrappedMessage(
  { from, to, text, ago }: Letter,
  keeper: number = to,
): NostrEvent {
  const rumor = createRumor(
    { kind: 14, content: text, tags: [['p', pubkeyOf(to)]], created_at: now() - ago },
    secretKey(from),
  );
  return createWrap(createSeal(rumor, secretKey(from), pubkeyOf(keeper)), pubkeyOf(keeper));
}

/** The relays where a user wants private messages (kind 10050). */
export function inbox(key: number, url: string): NostrEvent {
  const tags = [['relay', url.replace('http', 'ws')]];
  return finalizeEvent({ kind: 10_050, content: '', tags, created_at: now() }, secretKey(key));
}
