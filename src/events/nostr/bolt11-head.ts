import { decodeBech32 } from './bech32.ts';

/** The chain of an invoice's sats. On `regtest` they have no value. */
export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest';

/** The part of an invoice before its data (BOLT-11), which is enough for the amount of a zap. */
interface InvoiceHead {
  readonly network: Network;
  /** `undefined`: the payer chooses. */
  readonly amountMsats: number | undefined;
  /** The data, as 5-bit words. */
  readonly words: readonly number[];
}

export const MAX_INVOICE_LENGTH = 8_192;
/** 5-bit words of the creation time and of the signature. */
export const TIMESTAMP_WORDS = 7;
export const SIGNATURE_WORDS = 104;

/** Chains by their prefix. */
const NETWORKS: ReadonlyMap<string, Network> = new Map([
  ['lnbcrt', 'regtest'],
  ['lnbc', 'mainnet'],
  ['lntbs', 'signet'],
  ['lntb', 'testnet'],
]);
const PREFIX = /^(lnbcrt|lnbc|lntbs|lntb)(.*)$/;

/** Millisatoshi per unit of the amount, by multiplier (ZAP-06). */
const MSATS: ReadonlyMap<string, number> = new Map([
  ['', 1e11],
  ['m', 1e8],
  ['u', 1e5],
  ['n', 100],
  ['p', 0.1],
]);

/**
 * Read the head of an invoice and check its checksum; `undefined` if it is invalid or too short.
 */
export function readInvoiceHead(text: string): InvoiceHead | undefined {
  const bech32 = decodeBech32(text.trim(), MAX_INVOICE_LENGTH);
  const [, chain = '', amount = ''] = PREFIX.exec(bech32?.prefix ?? '') ?? [];
  const network = NETWORKS.get(chain);
  if (!bech32 || !network || bech32.words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS)
    return undefined;
  const amountMsats = amount === '' ? undefined : amountOf(amount);
  return amountMsats === null ? undefined : { network, amountMsats, words: bech32.words };
}

/**
 * Convert an amount such as `2500u` to millisatoshi; null if it is invalid, or too large for an
 * exact number.
 */
export function amountOf(text: string): number | null {
  const last = text.at(-1) ?? '';
  const multiplier = last >= '0' && last <= '9' ? '' : last;
  const unit = MSATS.get(multiplier);
  const digits = text.slice(0, text.length - multiplier.length);
  if (unit === undefined || digits.length > 16 || !/^[1-9]\d*$/.test(digits)) return null;
  // Less than one millisatoshi cannot be paid, so the last digit of a pico amount must be 0.
  if (multiplier === 'p') return digits.endsWith('0') ? Number(digits.slice(0, -1)) : null;
  const msats = Number(digits) * unit;
  return Number.isSafeInteger(msats) ? msats : null;
}
