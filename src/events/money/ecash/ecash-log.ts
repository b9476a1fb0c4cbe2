import type { Secret } from '../../account/keys/secret.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';
import { isPower, type Proof, worthOf } from './cashu.ts';
import { type EcashLine, type EcashWant, MAX_ECASH_KEYS, type Outputs, type Prepared, type Settled } from './ecash-log-entry.ts';
import type { EcashEntry } from './ecash-snapshot.ts';
import type { EcashReason } from './ecash-reason.ts';

/** The state of one job: a fold over the log (E-42, E-48). */
export interface EcashJob {
  readonly job: string;
  readonly want: EcashWant;
  readonly at: Seconds;
  readonly prepared: Prepared | undefined;
  readonly settled: Settled | undefined;
  readonly reason: EcashReason | undefined;
  /** Number of retries with other outputs. */
  readonly tries: number;
  /** True if the recipient has redeemed the token. */
  readonly isSpent: boolean;
  readonly isDismissed: boolean;
}

/** A proof of this wallet. `by`: the job that has handed it to the mint, or is about to. */
interface OwnProof {
  readonly mint: string;
  readonly proof: Proof;
  readonly by: string | undefined;
}

/** The wallet of an account. Proofs by their signature, counters by mint and keyset, and mints that may be asked. */
export interface Purse {
  readonly words: Secret<string> | undefined;
  /** Private keys for ecash that is locked to a key of this wallet, by public key. */
  readonly keys: ReadonlyMap<string, Secret<string>>;
  readonly mints: ReadonlySet<string>;
  readonly proofs: ReadonlyMap<string, OwnProof>;
  readonly counters: ReadonlyMap<string, number>;
  readonly jobs: ReadonlyMap<string, EcashJob>;
  /** The names of some jobs up to this time are forgotten. `undefined`: all names are known. */
  readonly forgottenUntil: Seconds | undefined;
}

/**
 * The state of a job. `wanted`: the mint has received no request that moves money. `prepared`: it may have, and the result is being looked
 * up. `settled`: done. `refused`: not done, and no money moved. `dismissed`: cancelled.
 */
export type EcashState = 'wanted' | 'prepared' | 'settled' | 'refused' | 'dismissed';

export const EMPTY_PURSE: Purse = {
  words: undefined,
  keys: new Map(),
  mints: new Set(),
  proofs: new Map(),
  counters: new Map(),
  jobs: new Map(),
  forgottenUntil: undefined,
};

/** Limit of retries when the mint already knows the outputs. */
export const MAX_TRIES = 20;
/** Limit of jobs that wait for their mint. */
const MAX_OPEN = 50;
/** Inputs and outputs that a mint accepts in one request. */
const MAX_OUTPUTS = 500;

export function ecashStateOf({ prepared, settled, reason, isDismissed }: EcashJob): EcashState {
  if (settled) return 'settled';
  if (reason) return 'refused';
  return prepared ? 'prepared' : isDismissed ? 'dismissed' : 'wanted';
}

/** True if the job still proceeds without the user. */
export function isEcashOpen(job: EcashJob): boolean {
  const state = ecashStateOf(job);
  return state === 'wanted' || state === 'prepared';
}

/** Return the sats by mint, without those in pending jobs. Includes mints with a balance of 0. */
export function balancesOf({ proofs, mints }: Purse): ReadonlyMap<string, number> {
  const balances = new Map<string, number>([...mints].map((mint) => [mint, 0]));
  for (const { mint, proof, by } of proofs.values()) if (by === undefined) balances.set(mint, (balances.get(mint) ?? 0) + proof.amount);
  return balances;
}

export function freeProofs({ proofs }: Purse, mint: string): readonly Proof[] {
  return [...proofs.values()].flatMap((one) => (one.mint === mint && one.by === undefined ? [one.proof] : []));
}

/**
 * Return the first secret of each keyset that no mint has seen. A secret shown to one mint is never shown to another that lists the same
 * keyset. Otherwise that mint could have the first one mark it as spent.
 */
export function nextCounters({ counters }: Purse): ReadonlyMap<string, number> {
  const next = new Map<string, number>();
  for (const [key, count] of counters) {
    const keyset = key.slice(key.lastIndexOf(' ') + 1);
    next.set(keyset, Math.max(count, next.get(keyset) ?? 0));
  }
  return next;
}

/** Return the job that already receives this token. Submitting a token twice, or in two tabs, makes one job. */
export function receiverOf({ jobs }: Purse, proofs: readonly Proof[]): EcashJob | undefined {
  const secrets = new Set(proofs.map(({ secret }) => secret.reveal()));
  return [...jobs.values()].find(
    (job) =>
      job.want.type === 'receive' &&
      !['refused', 'dismissed'].includes(ecashStateOf(job)) &&
      job.want.proofs.some(({ secret }) => secrets.has(secret.reveal())),
  );
}

export function foldEcash(purse: Purse, entries: readonly EcashEntry[]): Purse {
  return entries.reduce((before, entry) => {
    if (entry.type === 'folded') return entry.purse;
    return admitsEcash(before, entry) ? foldLine(before, entry) : before;
  }, purse);
}

/**
 * True if a line may be appended to the log. The caller checks this in the transaction that appends it. Two tabs can therefore neither use
 * a proof in two jobs nor show a secret twice.
 */
export function admitsEcash(purse: Purse, line: EcashLine): boolean {
  // words may be replaced as long as nothing is derived from them
  if (line.type === 'seeded')
    return purse.words === undefined || (line.given === true && purse.counters.size === 0 && purse.proofs.size === 0);
  if (line.type === 'keyed') return !purse.keys.has(line.pubkey) && purse.keys.size < MAX_ECASH_KEYS;
  if (line.type === 'allowed') return !purse.mints.has(line.mint);
  const job = purse.jobs.get(line.job);
  if (line.type === 'wanted') return !job && !mayBeForgotten(purse, line.want, line.at) && isWantable(purse, line);
  if (!job) return false;
  const state = ecashStateOf(job);
  switch (line.type) {
    case 'prepared':
      return state === 'wanted' && purse.words !== undefined && purse.mints.has(job.want.mint) && isPreparable(purse, job, line.prepared);
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

/** A mint job risks no money before its invoice is paid. It stays open in case the invoice was paid. */
function isUnpaidMint({ want, prepared }: EcashJob): boolean {
  return want.type === 'mint' && prepared !== undefined;
}

/** True if the job may be one that ended so long ago that its name is forgotten. Each payment keeps its first date and never runs twice. */
export function mayBeForgotten({ forgottenUntil }: Purse, want: EcashWant, at: Seconds): boolean {
  return (want.type === 'send' || want.type === 'melt') && forgottenUntil !== undefined && at <= forgottenUntil;
}

/** True if so many jobs wait for their mints that the log accepts no other job until one ends. */
export function isEcashFull({ jobs }: Purse): boolean {
  return [...jobs.values()].filter(isEcashOpen).length >= MAX_OPEN;
}

/** A job that is called off in the same batch adds no work, so there is always room for it. */
function isWantable(purse: Purse, { want, off }: Extract<EcashLine, { type: 'wanted' }>): boolean {
  if (off !== true && isEcashFull(purse)) return false;
  if (want.type === 'receive') return want.proofs.length > 0 && !receiverOf(purse, want.proofs) && isTakeable(purse, want.of, want.proofs);
  return want.type === 'restore' || want.amount > 0;
}

/** Only the exact proofs that the job gave away can be taken back. Own proofs are never received. */
function isTakeable({ jobs, proofs: own }: Purse, of: string | undefined, proofs: readonly Proof[]): boolean {
  if (proofs.some(({ C }) => own.has(C))) return false;
  if (of === undefined) return true;
  const given = jobs.get(of)?.settled?.given ?? [];
  return given.length === proofs.length && proofs.every(({ C }) => given.some((one) => one.C === C));
}

function isPreparable(purse: Purse, { want }: EcashJob, { inputs, outputs, given }: Prepared): boolean {
  const { keyset, counter, amounts } = outputs;
  const isNew = amounts.length <= MAX_OUTPUTS && (amounts.length === 0 || counter >= (nextCounters(purse).get(keyset) ?? 0));
  const areAmounts = amounts.every((amount) => isPower(amount) || (amount === 0 && want.type === 'melt'));
  if (!isNew || !areAmounts || given > amounts.length) return false;
  if (new Set(inputs.map(({ C }) => C)).size < inputs.length) return false;
  const [paid, made] = [worthOf(inputs), sumOf(outputs)];
  switch (want.type) {
    case 'receive':
      return inputs.length > 0 && paid >= made && inputs.every(({ C }) => want.proofs.some((one) => one.C === C));
    case 'send':
      return (
        areFree(purse, want.mint, inputs) &&
        (amounts.length === 0 ? want.lock === undefined && paid === want.amount : paid >= made && givenOf(outputs, given) === want.amount)
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
  return inputs.length > 0 && inputs.every(({ C }) => proofs.get(C)?.mint === mint && proofs.get(C)?.by === undefined);
}

const sumOf = ({ amounts }: Outputs): number => amounts.reduce((sum, amount) => sum + amount, 0);
const givenOf = ({ amounts }: Outputs, given: number): number => amounts.slice(0, given).reduce((sum, amount) => sum + amount, 0);

/** A restore settles without being prepared, because it moves nothing at the mint. */
function isSettleable(purse: Purse, { want, prepared, settled, reason }: EcashJob, { kept, given }: Settled): boolean {
  if (settled || reason) return false;
  if (want.type === 'restore') return given.length === 0;
  if (!prepared) return false;
  const isGift = want.type === 'send' ? worthOf(given) === want.amount : given.length === 0;
  const isBacked = want.type === 'melt' ? worthOf(kept) <= worthOf(prepared.inputs) - want.amount : true;
  return isGift && isBacked && kept.every(({ C }) => !purse.proofs.has(C) || prepared.inputs.some((one) => one.C === C));
}

function foldLine(purse: Purse, line: EcashLine): Purse {
  if (line.type === 'seeded') return { ...purse, words: line.words };
  if (line.type === 'keyed') return { ...purse, keys: new Map(purse.keys).set(line.pubkey, line.key) };
  if (line.type === 'allowed') return { ...purse, mints: new Set(purse.mints).add(line.mint) };
  if (line.type === 'wanted') {
    const { job, want, at } = line;
    const fresh = {
      job,
      want,
      at,
      prepared: undefined,
      settled: undefined,
      reason: undefined,
      tries: 0,
      isSpent: false,
      isDismissed: false,
    };
    return { ...purse, jobs: new Map(purse.jobs).set(job, fresh) };
  }
  const before = purse.jobs.get(line.job);
  if (!before) return purse;
  const jobs = new Map(purse.jobs).set(line.job, foldJob(before, line));
  switch (line.type) {
    case 'prepared':
      return { ...purse, jobs, ...taken(purse, before, line.prepared) };
    case 'settled':
      return { ...purse, jobs: withTakenBack(jobs, before), ...given(purse, before, line.settled) };
    case 'refused':
      return {
        ...purse,
        jobs: line.reason.code === 'spent' ? withTakenBack(jobs, before) : jobs,
        proofs: freed(purse, line.job, line.gone),
      };
    case 'released':
      return { ...purse, jobs, proofs: freed(purse, line.job) };
    default:
      return { ...purse, jobs };
  }
}

function foldJob(job: EcashJob, line: Exclude<EcashLine, { type: 'seeded' | 'keyed' | 'allowed' | 'wanted' }>): EcashJob {
  switch (line.type) {
    case 'prepared':
      return { ...job, prepared: line.prepared };
    case 'settled':
      return { ...job, settled: line.settled };
    case 'refused':
      return { ...job, reason: line.reason };
    case 'released':
      return { ...job, prepared: undefined, tries: job.tries + 1 };
    case 'spent':
      return { ...job, isSpent: true };
    case 'dismissed':
      return { ...job, isDismissed: true };
  }
}

/** A token that was taken back, or found to be redeemed, is no longer outstanding. */
function withTakenBack(jobs: Map<string, EcashJob>, { want }: EcashJob): Map<string, EcashJob> {
  const sent = want.type === 'receive' && want.of !== undefined ? jobs.get(want.of) : undefined;
  return sent ? jobs.set(sent.job, { ...sent, isSpent: true }) : jobs;
}

function taken(purse: Purse, { job, want }: EcashJob, { inputs, outputs }: Prepared): Pick<Purse, 'proofs' | 'counters'> {
  const proofs = new Map(purse.proofs);
  for (const { C } of inputs) {
    const own = proofs.get(C);
    if (own) proofs.set(C, { ...own, by: job });
  }
  const { keyset, counter, amounts } = outputs;
  if (amounts.length === 0) return { proofs, counters: purse.counters };
  return { proofs, counters: new Map(purse.counters).set(`${want.mint} ${keyset}`, counter + amounts.length) };
}

function given(purse: Purse, { prepared, want }: EcashJob, { kept, counters: found = {} }: Settled): Pick<Purse, 'proofs' | 'counters'> {
  const proofs = new Map(purse.proofs);
  for (const { C } of prepared?.inputs ?? []) proofs.delete(C);
  for (const proof of kept) proofs.set(proof.C, { mint: want.mint, proof, by: undefined });
  const counters = new Map(purse.counters);
  for (const [keyset, counter] of Object.entries(found))
    counters.set(`${want.mint} ${keyset}`, Math.max(counter, counters.get(`${want.mint} ${keyset}`) ?? 0));
  return { proofs, counters };
}

/** Proofs that the mint reports as spent stay assigned to the job: they leave the balance but are not forgotten. */
function freed({ proofs }: Purse, job: string, gone: readonly string[] = []): Purse['proofs'] {
  return new Map([...proofs].map(([C, own]) => [C, own.by === job && !gone.includes(C) ? { ...own, by: undefined } : own]));
}

/** Return the jobs without dismissed ones, the newest first. */
export function shownJobs({ jobs }: Purse): readonly EcashJob[] {
  const shown = [...jobs.values()].filter(({ isDismissed }) => !isDismissed);
  return shown.toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
}
