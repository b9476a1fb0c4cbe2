import { hash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { serialize } from '../../src/events/nostr/serialize.ts';
import { secretOf } from '../../service/town/keys.ts';

/** A key pair of nobody: the public key in hex, the secret one as BIP-340 signs with it. */
export interface Key {
  readonly pubkey: string;
  readonly secret: bigint;
}

/** Signs for made-up people. */
export interface Pen {
  /** The key of that name. */
  key(name: string): Key;
  /** Gives the event its id and a signature that holds. */
  sign(event: Omit<SignedEvent, 'id' | 'sig'>, key: Key): SignedEvent;
}

const { BASE, Fn } = secp256k1.Point;
const ORDER = Fn.ORDER;
const NONCES = 1_024;
const TAG = hash('sha256', 'BIP0340/challenge', 'hex').repeat(2);

/**
 * Opens the pen of a seed. What takes long in a signature, the point of its nonce, is computed for a thousand nonces and used again:
 * whoever sees two signatures by one nonce finds the key, and here everybody knows all keys by the seed. So it signs some ten times as
 * fast as one who has a secret to keep, and whoever checks cannot tell.
 */
export function openPen(seed: number): Pen {
  const nonces: ReturnType<typeof pairOf>[] = [];
  return {
    key: (name) => {
      const { x, scalar } = pairOf(secretOf(seed, name));
      return { pubkey: x, secret: scalar };
    },
    sign(event, { pubkey, secret }) {
      const id = hash('sha256', serialize(event), 'hex');
      const n = Number.parseInt(id.slice(0, 8), 16) % NONCES;
      const nonce = (nonces[n] ??= pairOf(secretOf(seed, `nonce ${n}`)));
      const challenge = BigInt(`0x${hash('sha256', Buffer.from(TAG + nonce.x + pubkey + id, 'hex'), 'hex')}`);
      const proof = (nonce.scalar + challenge * secret) % ORDER;
      return { ...event, id, sig: nonce.x + hex(proof) };
    },
  };
}

/** A point's x in hex with the scalar that has it and an even y. */
function pairOf(secret: string): { x: string; scalar: bigint } {
  const scalar = BigInt(`0x${secret}`) % ORDER;
  const { x, y } = BASE.multiply(scalar).toAffine();
  return { x: hex(x), scalar: y % 2n === 0n ? scalar : ORDER - scalar };
}

function hex(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
