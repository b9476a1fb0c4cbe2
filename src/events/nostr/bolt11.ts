import { wordsToBytes } from './bech32.ts';
import { hexOf } from '../core/hex.ts';
import { clip } from '../core/text.ts';
import { type Seconds, seconds } from '../core/time.ts';
import { type Network, readInvoiceHead, SIGNATURE_WORDS, TIMESTAMP_WORDS } from './bolt11-head.ts';

/** The fields of a lightning invoice (BOLT-11) that are shown or compared. */
export interface Invoice {
  readonly network: Network;
  /** `undefined`: the payer chooses. */
  readonly amountMsats: number | undefined;
  readonly timestamp: Seconds;
  readonly expiresAt: Seconds;
  readonly description: string;
  readonly descriptionHash: string | undefined;
  /**
   * `undefined` in invoices that no wallet can pay. Real zap receipts contain such invoices, and
   * their amount still counts.
   */
  readonly paymentHash: string | undefined;
}

const MAX_DESCRIPTION = 2_048;
const DEFAULT_EXPIRY = 3_600;
const MAX_EXPIRY = 2 ** 40;

/** Tag letters of BOLT-11 as 5-bit words. */
export const FIELD = {
  paymentHash: 1,
  expiry: 6,
  description: 13,
  paymentSecret: 16,
  payee: 19,
  descriptionHash: 23,
} as const;
/** Fields of 32 bytes. Others of that type are skipped (BOLT-11). */
const HASHES: readonly number[] = [FIELD.paymentHash, FIELD.paymentSecret, FIELD.descriptionHash];

/**
 * Read an invoice to show; `undefined` if it is malformed. Before one is paid, `readPayableInvoice`
 * also checks its signature.
 */
export function readInvoice(text: string): Invoice | undefined {
  const head = readInvoiceHead(text);
  if (!head) return undefined;
  const { network, amountMsats, words } = head;
  const fields = readFields(words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS));
  if (!fields) return undefined;
  const timestamp = numberOf(words.slice(0, TIMESTAMP_WORDS));
  const expiry = fields.get(FIELD.expiry);
  const description = wordsToBytes(fields.get(FIELD.description) ?? []);
  return {
    network,
    amountMsats,
    timestamp: seconds(timestamp),
    expiresAt: seconds(
      timestamp + (expiry ? Math.min(numberOf(expiry), MAX_EXPIRY) : DEFAULT_EXPIRY),
    ),
    description: clip(new TextDecoder().decode(description), MAX_DESCRIPTION),
    descriptionHash: hash(fields.get(FIELD.descriptionHash)),
    paymentHash: hash(fields.get(FIELD.paymentHash)),
  };
}

/** Return the first field of each type; `undefined` if a length points past the end. */
export function readFields(
  words: readonly number[],
): ReadonlyMap<number, readonly number[]> | undefined {
  const fields = new Map<number, readonly number[]>();
  for (let at = 0; at < words.length; ) {
    const type = words[at] ?? 0;
    const end = at + 3 + (words[at + 1] ?? words.length) * 32 + (words[at + 2] ?? 0);
    if (end > words.length) return undefined;
    if (!fields.has(type) && (!HASHES.includes(type) || end - at === 55))
      fields.set(type, words.slice(at + 3, end));
    at = end;
  }
  return fields;
}

function hash(words: readonly number[] | undefined): string | undefined {
  const bytes = words && wordsToBytes(words);
  return bytes && hexOf(bytes);
}

function numberOf(words: readonly number[]): number {
  return words.reduce((sum, word) => sum * 32 + word, 0);
}
