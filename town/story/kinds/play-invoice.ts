import { encodeInvoice } from '../../../src/events/nostr/write-invoice.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { sha256Hex } from '../../hash.ts';
import type { TownInvoiceRow } from '../../town-target.ts';
import { playHash, secretOf } from '../../play-keys.ts';

/**
 * An invoice in the town: `at` and `expiry` in seconds. `name` distinguishes invoices of one seed.
 */
export interface TownInvoice {
  readonly seed: number;
  readonly at: number;
  readonly sats: number;
  /** A description, or the sha256 (hex) of a long one. */
  readonly text?: string;
  readonly textHash?: string;
  readonly name: string;
  readonly expiry: number;
}

/** Return the preimage of a play invoice, in hex. */
export function preimageOf(seed: number, name: string): string {
  return playHash(seed, `preimage ${name}`);
}

/**
 * Return a signed invoice of the town's play node in the usual format. Payments of the town's past
 * are in no ledger.
 */
export function playInvoice({
  seed,
  at,
  sats,
  text = '',
  textHash,
  name,
  expiry,
}: TownInvoice): string {
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

/** Return the invoice in the form of the ledger, so that it can be paid. */
export function openInvoice(terms: TownInvoice, payee: string): TownInvoiceRow {
  const { seed, name, at, sats, text = '', textHash, expiry } = terms;
  const preimage = preimageOf(seed, name);
  return {
    hash: sha256Hex(Buffer.from(preimage, 'hex')),
    preimage,
    bolt11: playInvoice(terms),
    payee,
    msats: sats * 1_000,
    text,
    textHash,
    request: undefined,
    createdAt: seconds(Math.floor(at)),
    expiresAt: seconds(Math.floor(at) + expiry),
  };
}
