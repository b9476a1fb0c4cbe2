import { encodeInvoice } from '../../money/bolt11.ts';
import { sha256Hex } from '../../hash.ts';
import { playHash, secretOf } from '../keys.ts';

/** An invoice of what was paid before anybody came: `at` and `expiry` in seconds, `name` tells invoices of one seed apart. */
export interface PaidInvoice {
  readonly seed: number;
  readonly at: number;
  readonly sats: number;
  /** A description, or the sha256 (hex) of one that is too long. */
  readonly text?: string;
  readonly textHash?: string;
  readonly name: string;
  readonly expiry: number;
}

/** The preimage that pays a play invoice, in hex. */
export function preimageOf(seed: number, name: string): string {
  return playHash(seed, `preimage ${name}`);
}

/** A signed invoice of the town's play node. It parses like any other; no wallet can reach the node, and no ledger holds it. */
export function playInvoice({ seed, at, sats, text = '', textHash, name, expiry }: PaidInvoice): string {
  return encodeInvoice(
    {
      msats: sats * 1_000,
      at,
      expiry,
      paymentHash: sha256Hex(Buffer.from(preimageOf(seed, name), 'hex')),
      paymentSecret: playHash(seed, `secret ${name}`),
      memo: textHash === undefined ? { text } : { hash: textHash },
    },
    secretOf(seed, 'play node'),
  );
}
