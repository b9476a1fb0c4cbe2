import type { EcashRefusal } from '../store/money/ecash.ts';

/** An error of a mint with its NUT code. Errors without a code of their own have `OTHER`. */
export class MintError extends Error {
  readonly code: number;

  constructor([code, detail]: Fault, more?: string) {
    super(more === undefined ? detail : `${detail}: ${more}`);
    this.code = code;
  }
}

type Fault = readonly [code: number, detail: string];

const OTHER = 10_000;

/** Codes of `error_codes.md` of the NUTs. The details are for people and for logs of wallets. */
export const MINT_ERROR = {
  malformed: [OTHER, 'The request is not what this endpoint takes'],
  quote: [OTHER, 'This mint has no such quote'],
  crowded: [OTHER, 'Too many quotes wait to be paid here: try again later'],
  foreign: [OTHER, 'This mint pays invoices of play sats of its own service only'],
  proof: [10_001, 'A proof does not hold'],
  locked: [10_001, 'A proof is locked to a key'],
  spent: [11_001, 'Token already spent'],
  signed: [11_003, 'Outputs already signed'],
  unbalanced: [11_005, 'Inputs and outputs are not worth the same'],
  limit: [11_006, 'The amount is outside of the limits of this mint'],
  sameInput: [11_007, 'An input is there twice'],
  sameOutput: [11_008, 'An output is there twice'],
  unit: [11_013, 'This mint knows the unit sat only'],
  inputs: [11_014, 'Too many inputs'],
  outputs: [11_015, 'Too many outputs'],
  keyset: [12_001, 'This mint has no such keyset'],
  unpaid: [20_001, 'The quote is not paid'],
  issued: [20_002, 'The ecash of this quote was issued already'],
  payment: [20_004, 'The invoice could not be paid'],
  settled: [20_006, 'The invoice is paid already'],
  expired: [20_007, 'The invoice has expired'],
} as const satisfies Readonly<Record<string, Fault>>;

const REFUSED: Readonly<Record<EcashRefusal, Fault>> = {
  unknown: MINT_ERROR.foreign,
  unpaid: MINT_ERROR.unpaid,
  issued: MINT_ERROR.issued,
  unbalanced: MINT_ERROR.unbalanced,
  spent: MINT_ERROR.spent,
  signed: MINT_ERROR.signed,
  settled: MINT_ERROR.settled,
  paid: MINT_ERROR.settled,
  expired: MINT_ERROR.expired,
  short: MINT_ERROR.payment,
};

/** Convert a refusal of the store to an error for wallets. */
export function mintErrorOf(refusal: EcashRefusal): MintError {
  return new MintError(REFUSED[refusal]);
}
