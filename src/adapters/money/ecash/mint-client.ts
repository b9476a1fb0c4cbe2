import type { OutputData, SerializedBlindedSignature } from '@cashu/cashu-ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { MintApi } from '../../../events/money/ecash/ecash-log-entry.ts';
import type { Seconds } from '../../../events/core/time.ts';

/** A set of keys: one for each amount (NUT-02). `ppk`: thousandths of a sat that each input costs. */
export interface MintKeyset {
  readonly id: string;
  readonly unit: string;
  readonly active: boolean;
  readonly ppk: number;
}

/** Public keys in hex by amount. */
export type MintKeys = Readonly<Record<string, string>>;

/** The signatures that a mint gave, with what they were given for. */
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

/** What it takes for paying an invoice: sats, and at most so many more. */
interface MeltQuote {
  readonly quote: string;
  readonly amount: number;
  readonly fee: number;
}

/** How paying an invoice stands. `failed`: the mint says that it will not be paid any more by this. */
export interface Melted {
  readonly is: 'paid' | 'pending' | 'failed' | 'unknown';
  readonly preimage: string | undefined;
  readonly change: readonly SerializedBlindedSignature[];
}

/**
 * A mint, whichever of the two interfaces it has (ECASH-02). All reject with `MintSaid` or `MintSilent`. Signatures come in the order of the
 * outputs they were asked for.
 */
export interface MintLine {
  readonly api: MintApi;
  readonly keysets: () => Promise<readonly MintKeyset[]>;
  /** Rejects where they are not those that the id names. */
  readonly keys: (keyset: MintKeyset) => Promise<MintKeys>;
  readonly mintQuote: (amount: number) => Promise<MintQuote>;
  /** Undefined: the mint has no way to ask. */
  readonly mintState: (quote: string) => Promise<'unpaid' | 'paid' | 'issued' | undefined>;
  readonly mint: (quote: string, outputs: readonly OutputData[]) => Promise<readonly SerializedBlindedSignature[]>;
  readonly meltQuote: (invoice: string) => Promise<MeltQuote>;
  readonly meltState: (quote: string) => Promise<Melted>;
  readonly melt: (order: MeltOrder) => Promise<Melted>;
  readonly swap: (inputs: readonly Proof[], outputs: readonly OutputData[]) => Promise<readonly SerializedBlindedSignature[]>;
  readonly states: (proofs: readonly Proof[]) => Promise<readonly ('unspent' | 'pending' | 'spent')[]>;
  /** Whether it takes locked ecash only from whom the lock names, and proves its signatures (NUT-11, NUT-12). */
  readonly locks: () => Promise<boolean>;
  /** Those of the outputs that it has ever signed. */
  readonly restore: (outputs: readonly OutputData[]) => Promise<readonly Signed[]>;
}

interface MeltOrder {
  readonly quote: string;
  readonly invoice: string;
  readonly inputs: readonly Proof[];
  readonly outputs: readonly OutputData[];
}
