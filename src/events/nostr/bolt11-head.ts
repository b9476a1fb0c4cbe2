import { decodeBech32 } from './bech32.ts';

/** The chain that an invoice's sats are of. On `regtest` they are play money. */
export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest';

/** What stands before the data of an invoice (BOLT-11): all that the amount of a zap needs. */
interface InvoiceHead {
  readonly network: Network;
  /** Undefined: the payer chooses. */
  readonly amountMsats: number | undefined;
  /** The data, as 5-bit words. */
  readonly words: readonly number[];
}

const MAX_LENGTH = 8_192;
/** What is in each: when it was made, and who signs it. 5-bit words. */
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

/** Reads what comes first in an invoice, with its checksum; undefined where that is none, or too short. */
export function readInvoiceHead(text: string): InvoiceHead | undefined {
  const bech32 = decodeBech32(text.trim(), MAX_LENGTH);
  const [, chain = '', amount = ''] = PREFIX.exec(bech32?.prefix ?? '') ?? [];
  const network = NETWORKS.get(chain);
  if (!bech32 || !network || bech32.words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS) return undefined;
  const amountMsats = amount === '' ? undefined : amountOf(amount);
  return amountMsats === null ? undefined : { network, amountMsats, words: bech32.words };
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
