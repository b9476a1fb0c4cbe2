import { readPayableInvoice } from '../../../events/nostr/payable-invoice.ts';
import { MAX_PROOFS, type Proof, worthOf } from '../../../events/money/ecash/cashu.ts';
import {
  blanksFor,
  exactProofs,
  inputFee,
  powersOf,
  selectProofs,
} from '../../../events/money/ecash/ecash-amounts.ts';
import type { EcashWant, Prepared } from '../../../events/money/ecash/ecash-log-entry.ts';
import { mostMeltFee } from '../../../events/money/ecash/melt-fee.ts';
import { canOpen } from '../../../events/money/ecash/token-lock.ts';
import { isPayable } from '../../../events/money/payments/payable-network.ts';
import type { EcashCode } from '../../../events/money/ecash/ecash-reason.ts';
import type { MintAct, MintAnswer } from '../../../machines/money/ecash/ecash-protocol.ts';
import type { Asked } from './ecash-mint.ts';
import { areProven } from './ecash-locks.ts';
import type { MintKeyset } from './mint-client.ts';
import { keysetToUse } from './mint-v1.ts';

type PrepareAct = Extract<MintAct, { do: 'prepare' }>;
type WantOf<T extends EcashWant['type']> = Extract<EcashWant, { type: T }>;

interface Preparing extends Asked, Omit<PrepareAct, 'want'> {
  readonly keyset: MintKeyset;
  /** Thousandths of a sat for each input, by keyset. */
  readonly ppk: ReadonlyMap<string, number>;
}

const NOTHING = { given: 0, fee: 0 } as const;
const SKIP = 50;
const MAX_SKIPS = 20;

/** Prepares a request to a mint (ECASH-01): proofs, outputs, quote. Moves no money. */
export async function prepare(asked: Asked, { want, ...act }: PrepareAct): Promise<MintAnswer> {
  const keysets = await asked.line.keysets();
  const keyset = keysetToUse(keysets);
  if (!keyset) return refused('unit');
  const preparing = {
    ...asked,
    ...act,
    keyset,
    ppk: new Map(keysets.map(({ id, ppk }) => [id, ppk] as const)),
  };
  switch (want.type) {
    case 'receive':
      return prepareReceive(preparing, want, keysets);
    case 'send':
      return prepareSend(preparing, want);
    case 'mint':
      return prepareMint(preparing, want);
    case 'melt':
      return prepareMelt(preparing, want);
    case 'restore':
      return refused('noWords');
  }
}

/** Answers requests that need no mint: a token of proofs that add up to its sum exactly. */
export function withoutMint(act: MintAct): MintAnswer | undefined {
  if (!('want' in act) || act.want.type !== 'send' || act.want.lock !== undefined) return undefined;
  if (act.do === 'prepare') {
    const inputs = exactProofs(act.free, act.want.amount);
    const outputs = { keyset: inputs?.[0]?.id ?? '', counter: 0, amounts: [] };
    return inputs && { is: 'prepared', prepared: { api: 'v1', inputs, outputs, ...NOTHING } };
  }
  const { inputs, outputs } = act.prepared;
  return outputs.amounts.length === 0
    ? { is: 'settled', settled: { kept: [], given: inputs } }
    : undefined;
}

/** Receives only the unspent part of a partly spent token. */
async function prepareReceive(
  preparing: Preparing,
  { proofs: named, proven = false }: WantOf<'receive'>,
  keysets: readonly MintKeyset[],
): Promise<MintAnswer> {
  const proofs = named.map((proof) => ({ ...proof, id: wholeId(proof.id, keysets) }));
  const units = proofs.map(({ id }) => keysets.find((one) => one.id === id)?.unit);
  if (units.includes(undefined)) return refused('keyset');
  if (units.some((unit) => unit !== 'sat')) return refused('unit');
  // the mint is not contacted about a token that cannot be received, or that it has not signed
  if (!proofs.every((proof) => canOpen(proof, preparing.keys.keys(), preparing.now())))
    return refused('locked');
  if (!(await areProven(preparing.line, keysets, proofs, proven))) return refused('unproven');
  const states = await preparing.line.states(proofs);
  const inputs = proofs.filter((_, at) => states[at] === 'unspent');
  if (inputs.length === 0)
    return states.every((state) => state === 'spent')
      ? refused('spent')
      : { is: 'waiting', reason: undefined };
  const fee = inputFee(inputs, preparing.ppk);
  const amounts = powersOf(worthOf(inputs) - fee);
  if (amounts.length === 0) return refused('amount');
  return prepared(preparing, inputs, amounts, { given: 0, fee });
}

/** Swaps proofs that do not add up to the sum for proofs that do. */
async function prepareSend(
  preparing: Preparing,
  { amount, lock }: WantOf<'send'>,
): Promise<MintAnswer> {
  if (lock !== undefined && !(await preparing.line.locks())) return refused('noLocks');
  const inputs = selectProofs(preparing.free, amount, preparing.ppk);
  if (!inputs || inputs.length > MAX_PROOFS) return refused('notEnough');
  const fee = inputFee(inputs, preparing.ppk);
  if (fee > mostMeltFee(amount)) return refused('fee');
  const given = powersOf(amount);
  const rest = powersOf(worthOf(inputs) - amount - fee);
  return prepared(preparing, inputs, [...given, ...rest], { given: given.length, fee });
}

async function prepareMint(preparing: Preparing, { amount }: WantOf<'mint'>): Promise<MintAnswer> {
  const { quote, invoice, until } = await preparing.line.mintQuote(amount);
  const read = readPayableInvoice(invoice);
  if (!read) return refused('badInvoice');
  // BEYOND-06: the invoice must have the amount that the user requested
  if (read.amountMsats !== amount * 1_000) return refused('amount');
  if (!isPayable(read.network, [preparing.mint], preparing.home)) return refused('network');
  const amounts = powersOf(amount);
  const counter = await freshCounter(preparing, amounts);
  if (counter === undefined) return refused('inUse');
  const counters = new Map(preparing.counters).set(preparing.keyset.id, counter);
  return prepared({ ...preparing, counters }, [], amounts, {
    ...NOTHING,
    quote,
    invoice,
    until: until ?? read.expiresAt,
  });
}

/**
 * Once an invoice is paid there is no way back, so outputs that the mint has signed before are
 * skipped now.
 */
async function freshCounter(
  { line, derive, keyset, counters }: Preparing,
  amounts: readonly number[],
): Promise<number | undefined> {
  const first = counters.get(keyset.id) ?? 0;
  for (let at = 0; at < MAX_SKIPS; at++) {
    const counter = first + at * SKIP;
    const signed = await line.restore(derive({ keyset: keyset.id, counter, amounts }));
    if (signed.length === 0) return counter;
  }
  return undefined;
}

/** The rest of the fee reserve returns in outputs whose amounts the mint chooses (NUT-08). */
async function prepareMelt(
  preparing: Preparing,
  { invoice, amount }: WantOf<'melt'>,
): Promise<MintAnswer> {
  const read = readPayableInvoice(invoice);
  if (!read) return refused('badInvoice');
  const msats = read.amountMsats;
  if (msats === undefined) return refused('amountless');
  if (!isPayable(read.network, [preparing.mint], preparing.home)) return refused('network');
  if (Math.ceil(msats / 1_000) !== amount) return refused('amount');
  // a request from before a reload may be sent much later
  if (read.expiresAt <= preparing.now()) return refused('expired');
  const quote = await preparing.line.meltQuote(invoice);
  if (quote.amount !== amount) return refused('amount');
  const most = mostMeltFee(amount);
  if (quote.fee > most) return refused('fee');
  const inputs = selectProofs(preparing.free, quote.amount + quote.fee, preparing.ppk);
  if (!inputs || inputs.length > MAX_PROOFS) return refused('notEnough');
  if (quote.fee + inputFee(inputs, preparing.ppk) > most) return refused('fee');
  const rest = worthOf(inputs) - quote.amount;
  const blanks = Array.from({ length: blanksFor(rest) }, () => 0);
  return prepared(preparing, inputs, blanks, {
    given: 0,
    fee: quote.fee + inputFee(inputs, preparing.ppk),
    quote: quote.quote,
    invoice,
  });
}

function prepared(
  { keyset, counters, line: { api } }: Preparing,
  inputs: readonly Proof[],
  amounts: readonly number[],
  rest: Omit<Prepared, 'api' | 'inputs' | 'outputs'>,
): MintAnswer {
  const outputs = { keyset: keyset.id, counter: counters.get(keyset.id) ?? 0, amounts };
  return { is: 'prepared', prepared: { api, inputs, outputs, ...rest } };
}

function refused(code: EcashCode): MintAnswer {
  return { is: 'refused', reason: { code } };
}

/** Tokens of version 4 may shorten ids of today's keysets (NUT-02). */
function wholeId(id: string, keysets: readonly MintKeyset[]): string {
  return id.length === 16 && id.startsWith('01')
    ? (keysets.find((one) => one.id.startsWith(id))?.id ?? id)
    : id;
}
