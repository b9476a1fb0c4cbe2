import type { Seconds } from '../../core/time.ts';
import { isPower, type Proof, worthOf } from './cashu.ts';
import {
  type EcashLogEntry,
  type EcashWant,
  MAX_ECASH_KEYS,
  type Outputs,
  type Prepared,
  type Settled,
} from './ecash-log-entry.ts';
import {
  type EcashJob,
  type Purse,
  ecashStateOf,
  isEcashOpen,
  isRemovable,
  nextCounters,
  receiverOf,
} from './ecash-log.ts';

/** Limit of retries when the mint already knows the outputs. */
export const MAX_TRIES = 20;

/** Limit of jobs that wait for their mint. */
const MAX_OPEN = 50;

/** Inputs and outputs that a mint accepts in one request. */
const MAX_OUTPUTS = 500;

/**
 * True if a line may be appended to the log. The caller checks this in the transaction that appends
 * it. Two tabs can therefore neither use a proof in two jobs nor show a secret twice.
 */
export function admitsEcash(purse: Purse, line: EcashLogEntry): boolean {
  // words may be replaced as long as nothing is derived from them
  if (line.type === 'seeded')
    return (
      purse.words === undefined ||
      (line.given === true && purse.counters.size === 0 && purse.proofs.size === 0)
    );
  if (line.type === 'keyed')
    return !purse.keys.has(line.pubkey) && purse.keys.size < MAX_ECASH_KEYS;
  if (line.type === 'allowed') return !purse.mints.has(line.mint);
  if (line.type === 'removed') return isRemovable(purse, line.mint);
  const job = purse.jobs.get(line.job);
  if (line.type === 'wanted')
    return !job && !mayBeForgotten(purse, line.want, line.at) && isWantable(purse, line);
  if (!job) return false;
  const state = ecashStateOf(job);
  switch (line.type) {
    case 'prepared':
      return (
        (state === 'wanted' || isMoved(job, line.prepared)) &&
        purse.words !== undefined &&
        purse.mints.has(job.want.mint) &&
        isPreparable(purse, job, line.prepared)
      );
    case 'settled':
      return isSettleable(purse, job, line.settled);
    case 'refused':
      return state === 'wanted' || state === 'prepared';
    case 'released':
      return state === 'prepared' && job.want.type !== 'mint' && job.tries < MAX_TRIES;
    case 'spent':
      return state === 'settled' && job.want.type === 'send' && !job.isSpent;
    case 'dismissed':
      return !job.isDismissed && (state !== 'prepared' || isUnpaidMint(job));
  }
}

/**
 * A paid invoice whose outputs the mint has signed before, for another device with the same words,
 * is minted with later ones.
 */
function isMoved({ want, prepared }: EcashJob, next: Prepared): boolean {
  return (
    want.type === 'mint' &&
    prepared !== undefined &&
    prepared.quote === next.quote &&
    prepared.outputs.keyset === next.outputs.keyset &&
    prepared.outputs.counter < next.outputs.counter
  );
}

/**
 * A mint job risks no money before its invoice is paid. It stays open in case the invoice was paid.
 */
function isUnpaidMint({ want, prepared }: EcashJob): boolean {
  return want.type === 'mint' && prepared !== undefined;
}

/**
 * True if the job may be one that ended so long ago that its name is forgotten. Each payment keeps
 * its first date and never runs twice.
 */
export function mayBeForgotten({ forgottenUntil }: Purse, want: EcashWant, at: Seconds): boolean {
  return (
    (want.type === 'send' || want.type === 'melt') &&
    forgottenUntil !== undefined &&
    at <= forgottenUntil
  );
}

/** True if so many jobs wait for their mints that the log accepts no other job until one ends. */
export function isEcashFull({ jobs }: Purse): boolean {
  return [...jobs.values()].filter(isEcashOpen).length >= MAX_OPEN;
}

/** A job that is called off in the same batch adds no work, so there is always room for it. */
function isWantable(
  purse: Purse,
  { want, off }: Extract<EcashLogEntry, { type: 'wanted' }>,
): boolean {
  if (off !== true && isEcashFull(purse)) return false;
  if (want.type === 'receive')
    return (
      want.proofs.length > 0 &&
      !receiverOf(purse, want.proofs) &&
      isTakeable(purse, want.of, want.proofs)
    );
  return want.type === 'restore' || want.amount > 0;
}

/**
 * Only the exact proofs that the job gave away can be taken back. Own proofs are never received.
 */
function isTakeable(
  { jobs, proofs: own }: Purse,
  of: string | undefined,
  proofs: readonly Proof[],
): boolean {
  if (proofs.some(({ C }) => own.has(C))) return false;
  if (of === undefined) return true;
  const given = jobs.get(of)?.settled?.given ?? [];
  return (
    given.length === proofs.length && proofs.every(({ C }) => given.some((one) => one.C === C))
  );
}

function isPreparable(
  purse: Purse,
  { want }: EcashJob,
  { inputs, outputs, given }: Prepared,
): boolean {
  const { keyset, counter, amounts } = outputs;
  const isNew =
    amounts.length <= MAX_OUTPUTS &&
    (amounts.length === 0 || counter >= (nextCounters(purse).get(keyset) ?? 0));
  const areAmounts = amounts.every(
    (amount) => isPower(amount) || (amount === 0 && want.type === 'melt'),
  );
  if (!isNew || !areAmounts || given > amounts.length) return false;
  if (new Set(inputs.map(({ C }) => C)).size < inputs.length) return false;
  const [paid, made] = [worthOf(inputs), sumOf(outputs)];
  switch (want.type) {
    case 'receive':
      return (
        inputs.length > 0 &&
        paid >= made &&
        inputs.every(({ C }) => want.proofs.some((one) => one.C === C))
      );
    case 'send':
      return (
        areFree(purse, want.mint, inputs) &&
        (amounts.length === 0
          ? want.lock === undefined && paid === want.amount
          : paid >= made && givenOf(outputs, given) === want.amount)
      );
    case 'melt':
      return areFree(purse, want.mint, inputs) && paid >= want.amount && made === 0;
    case 'mint':
      return inputs.length === 0 && made === want.amount;
    case 'restore':
      return false;
  }
}

function areFree({ proofs }: Purse, mint: string, inputs: readonly Proof[]): boolean {
  return (
    inputs.length > 0 &&
    inputs.every(({ C }) => proofs.get(C)?.mint === mint && proofs.get(C)?.by === undefined)
  );
}

const sumOf = ({ amounts }: Outputs): number => amounts.reduce((sum, amount) => sum + amount, 0);

const givenOf = ({ amounts }: Outputs, given: number): number =>
  amounts.slice(0, given).reduce((sum, amount) => sum + amount, 0);

/** A restore settles without being prepared, because it moves nothing at the mint. */
function isSettleable(
  purse: Purse,
  { want, prepared, settled, reason }: EcashJob,
  { kept, given }: Settled,
): boolean {
  if (settled || reason) return false;
  if (want.type === 'restore') return given.length === 0;
  if (!prepared) return false;
  const isGift = want.type === 'send' ? worthOf(given) === want.amount : given.length === 0;
  const isBacked =
    want.type === 'melt' ? worthOf(kept) <= worthOf(prepared.inputs) - want.amount : true;
  return (
    isGift &&
    isBacked &&
    kept.every(({ C }) => !purse.proofs.has(C) || prepared.inputs.some((one) => one.C === C))
  );
}
