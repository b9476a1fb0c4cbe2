import { field, isRecord } from '../../core/json.ts';
import { clipLine } from '../../core/text.ts';

/**
 * Why an ecash job failed: first the reasons of the documents, in their order (ECASH-03), then our
 * own. The catalogue has the texts.
 */
export const ECASH_CODES = [
  'badResponse',
  'notEnough',
  'invalidWords',
  'noWords',
  'noSeed',
  'noChance',
  'silent',
  'address',
  'unit',
  'spent',
  'expired',
  'notPaid',
  'keyset',
  'network',
  'badInvoice',
  'amountless',
  'amount',
  'inUse',
  'locked',
  'unproven',
  'noLocks',
  'fee',
] as const;

export type EcashCode = (typeof ECASH_CODES)[number];

/** `said`: the mint's own words, which are data. */
export type EcashReason =
  | { readonly code: EcashCode }
  | { readonly code: 'said'; readonly text: string };

/** Characters of a mint's words that are kept. */
const MAX_SAID = 300;

/** Return a mint's error text as a reason (ECASH-03), or 'bad response' if the text is empty. */
export function saidByMint(text: string): EcashReason {
  const line = clipLine(text, MAX_SAID);
  return line === '' ? { code: 'badResponse' } : { code: 'said', text: line };
}

export function readReason(value: unknown): EcashReason | undefined {
  if (!isRecord(value)) return undefined;
  const [code, text] = [field(value, 'code'), field(value, 'text')];
  if (code === 'said' && typeof text === 'string') return { code, text: clipLine(text, MAX_SAID) };
  const known = ECASH_CODES.find((one) => one === code);
  return known && { code: known };
}
