import { decrypt as decrypt04, encrypt as encrypt04 } from 'nostr-tools/nip04';
import { decrypt as decrypt44, encrypt as encrypt44, getConversationKey } from 'nostr-tools/nip44';
import { getPublicKey } from 'nostr-tools/pure';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { bytesOf } from '../../src/events/core/hex.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import type { Gate } from '../verify.ts';
import type { KeyPair } from './money-keys.ts';
import { signOwn } from './sign-own-event.ts';
import type { Seconds } from '../../src/events/core/time.ts';

/** The two ways in which wallets and their clients encrypt (NIP-47). */
export type Cipher = 'nip44_v2' | 'nip04';

/** Kinds of what a wallet tells by itself, by how it is encrypted. */
const NOTIFICATION = { nip44_v2: 23_197, nip04: 23_196 } as const;
/** Ways that were computed, for so many pairs of keys. */
const MOST_KEPT = 1_000;

/** The line between one wallet and whoever talks to it. */
export interface WalletLine {
  /** What a request says; undefined where it cannot be read. */
  open(request: SignedEvent, cipher: Cipher): unknown;
  /** A signed answer. Two of the same are two events. */
  answer(request: SignedEvent, cipher: Cipher, said: unknown, now: Seconds): VerifiedEvent;
  /** A signed notification in both ciphers: clients listen for one of them. */
  notify(client: string, said: unknown, now: Seconds): VerifiedEvent[];
}

/** How a request is encrypted (its `encryption` tag, NIP-04 where it has none); undefined: in a way that is not spoken here. */
export function cipherOf(request: SignedEvent): Cipher | undefined {
  const said = tagValue(request, 'encryption') ?? 'nip04';
  return said === 'nip44_v2' || said === 'nip04' ? said : undefined;
}

export function openWalletLine(wallet: KeyPair, gate: Pick<Gate, 'admit'>): WalletLine {
  const keys = new Map<string, Uint8Array>();
  const keyWith = (client: string) => {
    const known = keys.get(client) ?? getConversationKey(bytesOf(wallet.secret), client);
    if (keys.size >= MOST_KEPT) keys.clear();
    keys.set(client, known);
    return known;
  };
  const sealed = (client: string, cipher: Cipher, said: unknown) => {
    const text = JSON.stringify(said);
    return cipher === 'nip04' ? encrypt04(wallet.secret, client, text) : encrypt44(text, keyWith(client));
  };
  return {
    open({ pubkey, content }, cipher) {
      try {
        return parseJson(cipher === 'nip04' ? decrypt04(wallet.secret, pubkey, content) : decrypt44(content, keyWith(pubkey)));
      } catch {
        return undefined;
      }
    },
    answer({ id, pubkey }, cipher, said, createdAt) {
      const tags = [
        ['p', pubkey],
        ['e', id],
      ];
      return signOwn({ kind: KIND.WalletResponse, createdAt, tags, content: sealed(pubkey, cipher, said) }, wallet.secret, gate);
    },
    notify(client, said, createdAt) {
      const tags = [['p', client]];
      const ciphers: readonly Cipher[] = ['nip44_v2', 'nip04'];
      return ciphers.map((cipher) =>
        signOwn({ kind: NOTIFICATION[cipher], createdAt, tags, content: sealed(client, cipher, said) }, wallet.secret, gate),
      );
    },
  };
}

/** The public key behind a secret one, in hex. */
export function publicOf(secret: string): string {
  return getPublicKey(bytesOf(secret));
}
