import { decodeBech32, wordsToBytes } from '../bech32.ts';
import { hexOf } from '../hex.ts';
import { clip } from '../text.ts';
import { type Seconds, seconds } from '../time.ts';

/** The chain that an invoice's sats are of. On `regtest` they are play money. */
export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest';

/** A lightning invoice (BOLT-11), as far as it is shown and compared. */
export interface Invoice {
  readonly network: Network;
  /** Undefined: the payer chooses. */
  readonly amountMsats: number | undefined;
  readonly timestamp: Seconds;
  readonly expiresAt: Seconds;
  readonly description: string;
  readonly descriptionHash: string | undefined;
  /** Undefined in invoices that no wallet can pay. They exist in real zap receipts, whose amount they still tell. */
  readonly paymentHash: string | undefined;
}

const MAX_LENGTH = 8_192;
const MAX_DESCRIPTION = 2_048;
const TIMESTAMP_WORDS = 7;
const SIGNATURE_WORDS = 104;
const DEFAULT_EXPIRY = 3_600;
const MAX_EXPIRY = 2 ** 40;

/** Tag letters of BOLT-11 as 5-bit words. */
const FIELD = { paymentHash: 1, expiry: 6, description: 13, descriptionHash: 23 } as const;

/** Millisatoshi per unit of the amount, by multiplier (ZAP-06). */
const MSATS: ReadonlyMap<string, number> = new Map([
  ['', 1e11],
  ['m', 1e8],
  ['u', 1e5],
  ['n', 100],
  ['p', 0.1],
]);

/** Prefixes of invoices; none before those that begin with it. */
const NETWORKS = [
  ['lnbcrt', 'regtest'],
  ['lnbc', 'mainnet'],
  ['lntbs', 'signet'],
  ['lntb', 'testnet'],
] as const;

/**
 * Reads an invoice; undefined for anything malformed. The signature is not checked: nothing is paid from what is
 * read here, and the wallet that pays checks it.
 */
export function readInvoice(text: string): Invoice | undefined {
  const bech32 = decodeBech32(text.trim(), MAX_LENGTH);
  const found = NETWORKS.find(([prefix]) => bech32?.prefix.startsWith(prefix));
  if (!bech32 || !found || bech32.words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) return undefined;
  const [prefix, network] = found;
  const amountMsats = bech32.prefix === prefix ? undefined : amountOf(bech32.prefix.slice(prefix.length));
  if (amountMsats === null) return undefined;
  const fields = readFields(bech32.words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS));
  if (!fields) return undefined;
  const timestamp = numberOf(bech32.words.slice(0, TIMESTAMP_WORDS));
  const expiry = fields.get(FIELD.expiry);
  const description = wordsToBytes(fields.get(FIELD.description) ?? []);
  return {
    network,
    amountMsats,
    timestamp: seconds(timestamp),
    expiresAt: seconds(timestamp + (expiry ? Math.min(numberOf(expiry), MAX_EXPIRY) : DEFAULT_EXPIRY)),
    description: clip(new TextDecoder().decode(description), MAX_DESCRIPTION),
    descriptionHash: hash(fields.get(FIELD.descriptionHash)),
    paymentHash: hash(fields.get(FIELD.paymentHash)),
  };
}

/** An amount such as `2500u` in millisatoshi; null where it is none, or more than a number can hold exactly. */
export function amountOf(text: string): number | null {
  const last = text.at(-1) ?? '';
  const multiplier = last >= '0' && last <= '9' ? '' : last;
  const unit = MSATS.get(multiplier);
  const digits = text.slice(0, text.length - multiplier.length);
  if (unit === undefined || digits.length > 16 || !/^[1-9]\d*$/.test(digits)) return null;
  // Below one millisatoshi nothing can be paid: the last digit of a pico amount must be 0.
  if (multiplier === 'p') return digits.endsWith('0') ? Number(digits.slice(0, -1)) : null;
  const msats = Number(digits) * unit;
  return Number.isSafeInteger(msats) ? msats : null;
}

/** The first field of each type; undefined where a length points past the end. */
function readFields(words: readonly number[]): ReadonlyMap<number, readonly number[]> | undefined {
  const fields = new Map<number, readonly number[]>();
  for (let at = 0; at < words.length; ) {
    const type = words[at] ?? 0;
    const end = at + 3 + (words[at + 1] ?? words.length) * 32 + (words[at + 2] ?? 0);
    if (end > words.length) return undefined;
    const hashes = type === FIELD.paymentHash || type === FIELD.descriptionHash;
    if (!fields.has(type) && (!hashes || end - at === 55)) fields.set(type, words.slice(at + 3, end));
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
