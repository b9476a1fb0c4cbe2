import { field, isRecord } from '../../core/json.ts';
import { clipLine } from '../../core/text.ts';

/** Why ecash was not had, sent or paid with, in the order of the documents (ECASH-03) and then ours; the catalogue has the words. */
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
export type EcashReason = { readonly code: EcashCode } | { readonly code: 'said'; readonly text: string };

/** Characters of a mint's words that are kept. */
const MAX_SAID = 300;

/** What a mint said of an error (ECASH-03); 'bad response' where it said nothing. */
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
