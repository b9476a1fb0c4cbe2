import { secp256k1 } from '@noble/curves/secp256k1.js';
import { decodeBech32, wordsToBytes } from './bech32.ts';
import { FIELD, type Invoice, readFields, readInvoice } from './bolt11.ts';
import { MAX_INVOICE_LENGTH, SIGNATURE_WORDS, TIMESTAMP_WORDS } from './bolt11-head.ts';
import { invoiceDigest } from './invoice-digest.ts';

/** An invoice that names the payment, so that a wallet can pay and prove it. */
export interface PayableInvoice extends Invoice {
  readonly paymentHash: string;
}

/** 5-bit words of the public key of a payee. */
const KEY_WORDS = 53;

/**
 * Read an invoice that is to be paid (BOLT-11). `undefined` if it is malformed, lacks a payment
 * hash or a payment secret, or has a signature that no key can have made.
 */
export function readPayableInvoice(text: string): PayableInvoice | undefined {
  const invoice = readInvoice(text);
  const bech32 = decodeBech32(text.trim(), MAX_INVOICE_LENGTH);
  if (!invoice || !bech32) return undefined;
  const { prefix, words } = bech32;
  const fields = readFields(words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS));
  const { paymentHash } = invoice;
  if (paymentHash === undefined || !fields?.has(FIELD.paymentSecret)) return undefined;
  const payee = fields.get(FIELD.payee);
  const digest = invoiceDigest(prefix, words.slice(0, -SIGNATURE_WORDS));
  const signature = wordsToBytes(words.slice(-SIGNATURE_WORDS));
  const isSigned =
    signature !== undefined &&
    (payee?.length === KEY_WORDS
      ? isSignedBy(wordsToBytes(payee), signature, digest)
      : isRecoverable(signature, digest));
  return isSigned ? { ...invoice, paymentHash } : undefined;
}

/** With the payee's key in the invoice, only its canonical signature is valid. */
function isSignedBy(
  key: Uint8Array | undefined,
  signature: Uint8Array,
  digest: Uint8Array,
): boolean {
  try {
    const compact = signature.subarray(0, 64);
    return key !== undefined && secp256k1.verify(compact, digest, key, { prehash: false });
  } catch {
    return false;
  }
}

function isRecoverable(signature: Uint8Array, digest: Uint8Array): boolean {
  try {
    const recovery = signature[64] ?? 0;
    const recovered = Uint8Array.of(recovery, ...signature.subarray(0, 64));
    return secp256k1.recoverPublicKey(recovered, digest, { prehash: false }).length > 0;
  } catch {
    return false;
  }
}
