import type { OutputData, SerializedBlindedSignature } from '@cashu/cashu-ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { MintApi } from '../../../events/money/ecash/ecash-log-entry.ts';
import type { Seconds } from '../../../events/core/time.ts';

/**
 * A set of keys: one for each amount (NUT-02). `ppk`: fee for each input, in thousandths of a sat.
 */
export interface MintKeyset {
  readonly id: string;
  readonly unit: string;
  readonly active: boolean;
  readonly ppk: number;
}

export type MintKeys = Readonly<Record<string, string>>;

/** Signatures of a mint, with the outputs that they sign. */
export interface Signed {
  readonly output: OutputData;
  readonly signature: SerializedBlindedSignature;
}

/** An invoice that a mint wants paid before it gives ecash. */
interface MintQuote {
  readonly quote: string;
  readonly invoice: string;
  readonly until: Seconds | undefined;
}

/** The cost of paying an invoice: sats, and a maximum fee. */
interface MeltQuote {
  readonly quote: string;
  readonly amount: number;
  readonly fee: number;
}

/**
 * The state of paying an invoice. `failed`: the mint reports that this request will not pay it any
 * more. `unpaid`: no request has paid it so far.
 */
export interface Melted {
  readonly is: 'paid' | 'pending' | 'failed' | 'unpaid' | 'unknown';
  readonly preimage: string | undefined;
  readonly change: readonly SerializedBlindedSignature[];
}

/**
 * A mint with either interface (ECASH-02). All methods reject with `MintSaid` or `MintSilent`.
 * Signatures have the order of their outputs.
 */
export interface MintClient {
  readonly api: MintApi;
  readonly keysets: () => Promise<readonly MintKeyset[]>;
  /** Rejects if they are not those that the id names. */
  readonly keys: (keyset: MintKeyset) => Promise<MintKeys>;
  readonly mintQuote: (amount: number) => Promise<MintQuote>;
  /** `undefined`: the mint has no way to check. */
  readonly mintState: (quote: string) => Promise<'unpaid' | 'paid' | 'issued' | undefined>;
  readonly mint: (
    quote: string,
    outputs: readonly OutputData[],
  ) => Promise<readonly SerializedBlindedSignature[]>;
  readonly meltQuote: (invoice: string) => Promise<MeltQuote>;
  readonly meltState: (quote: string) => Promise<Melted>;
  readonly melt: (order: MeltOrder) => Promise<Melted>;
  readonly swap: (
    inputs: readonly Proof[],
    outputs: readonly OutputData[],
  ) => Promise<readonly SerializedBlindedSignature[]>;
  readonly states: (
    proofs: readonly Proof[],
  ) => Promise<readonly ('unspent' | 'pending' | 'spent')[]>;
  /**
   * True if it accepts locked ecash only from the owner of the lock, and proves its signatures
   * (NUT-11, NUT-12).
   */
  readonly locks: () => Promise<boolean>;
  /** The outputs that it has ever signed. */
  readonly restore: (outputs: readonly OutputData[]) => Promise<readonly Signed[]>;
}

interface MeltOrder {
  readonly quote: string;
  readonly invoice: string;
  readonly inputs: readonly Proof[];
  readonly outputs: readonly OutputData[];
}
