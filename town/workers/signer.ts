import { initNostrWasm } from 'nostr-wasm/gzipped';
import { bytesOf } from '../../src/events/core/hex.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import type { SignJob } from './jobs.ts';

export interface Signer {
  /** Return the public key of a secret key, both in hex. */
  pubkeyOf(secret: string): string;
  /** Return a deterministic BIP-340 signature: the same event gets the same signature. */
  sign(job: SignJob): string;
}

const NO_CHANCE = new Uint8Array(32);

export async function openSigner(): Promise<Signer> {
  const wasm = await initNostrWasm();
  return {
    pubkeyOf: (secret) => Buffer.from(wasm.getPublicKey(bytesOf(secret))).toString('hex'),
    sign({ event, secret }) {
      const tags = event.tags.map((tag) => [...tag]);
      const signed = { ...event, created_at: inSeconds(event.created_at), tags, sig: '' };
      wasm.finalizeEvent(signed, Buffer.from(secret, 'hex'), NO_CHANCE);
      if (signed.id !== event.id)
        throw new Error(
          `id of an event of kind ${event.kind} is not its hash, or its key is another's`,
        );
      return signed.sig;
    },
  };
}
