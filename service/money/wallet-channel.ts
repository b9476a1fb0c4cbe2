import { decrypt as decrypt04, encrypt as encrypt04 } from 'nostr-tools/nip04';
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from 'nostr-tools/nip44';
import { getPublicKey } from 'nostr-tools/pure';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { bytesOf } from '../../src/events/core/hex.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import type { EventVerifier } from '../verify.ts';
import type { KeyPair } from './money-keys.ts';
import { signOwn } from './sign-own-event.ts';
import type { Seconds } from '../../src/events/core/time.ts';

/** The two encryptions of wallets and their clients (NIP-47). */
export type Cipher = 'nip44_v2' | 'nip04';

/** Kinds of a wallet's notifications, by their encryption. */
const NOTIFICATION = { nip44_v2: 23_197, nip04: 23_196 } as const;
/** Limit of cached keys, one for each pair of keys. */
const MOST_KEPT = 1_000;

/** Encrypted messages between one wallet and its clients. */
export interface WalletChannel {
  /** Decrypt a request. Returns `undefined` if it cannot be read. */
  open(request: SignedEvent, cipher: Cipher): unknown;
  /** Return a signed response. Two equal responses are two events. */
  answer(request: SignedEvent, cipher: Cipher, said: unknown, now: Seconds): VerifiedEvent;
  /** Return a signed notification in both encryptions, because clients listen for one of them. */
  notify(client: string, said: unknown, now: Seconds): VerifiedEvent[];
}

/**
 * Return the encryption of a request (its `encryption` tag, NIP-04 without one), or `undefined` if
 * it is not supported.
 */
export function cipherOf(request: SignedEvent): Cipher | undefined {
  const said = tagValue(request, 'encryption') ?? 'nip04';
  return said === 'nip44_v2' || said === 'nip04' ? said : undefined;
}

export function openWalletChannel(
  wallet: KeyPair,
  gate: Pick<EventVerifier, 'admit'>,
): WalletChannel {
  const keys = new Map<string, Uint8Array>();
  const keyWith = (client: string) => {
    const known = keys.get(client) ?? getConversationKey(bytesOf(wallet.secret), client);
    if (keys.size >= MOST_KEPT) keys.clear();
    keys.set(client, known);
    return known;
  };
  const sealed = (client: string, cipher: Cipher, said: unknown) => {
    const text = JSON.stringify(said);
    return cipher === 'nip04'
      ? encrypt04(wallet.secret, client, text)
      : encrypt44(text, keyWith(client));
  };
  return {
    open({ pubkey, content }, cipher) {
      try {
        return parseJson(
          cipher === 'nip04'
            ? decrypt04(wallet.secret, pubkey, content)
            : decrypt44(content, keyWith(pubkey)),
        );
      } catch {
        return undefined;
      }
    },
    answer({ id, pubkey }, cipher, said, createdAt) {
      const tags = [
        ['p', pubkey],
        ['e', id],
      ];
      return signOwn(
        { kind: KIND.WalletResponse, createdAt, tags, content: sealed(pubkey, cipher, said) },
        wallet.secret,
        gate,
      );
    },
    notify(client, said, createdAt) {
      const tags = [['p', client]];
      const ciphers: readonly Cipher[] = ['nip44_v2', 'nip04'];
      return ciphers.map((cipher) =>
        signOwn(
          { kind: NOTIFICATION[cipher], createdAt, tags, content: sealed(client, cipher, said) },
          wallet.secret,
          gate,
        ),
      );
    },
  };
}

/** Return the public key of a secret key, in hex. */
export function publicOf(secret: string): string {
  return getPublicKey(bytesOf(secret));
}
