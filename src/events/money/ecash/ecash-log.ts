import type { Secret } from '../../account/keys/secret.ts';
import { inSeconds, type Seconds } from '../../core/time.ts';
import type { Proof } from './cashu.ts';
import type { EcashWant, Prepared, Settled } from './ecash-log-entry.ts';
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

/**
 * The wallet of an account. Proofs by their signature, counters by mint and keyset, and mints that
 * may be asked.
 */
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
 * The state of a job. `wanted`: the mint has received no request that moves money. `prepared`: it
 * may have, and the result is being looked up. `settled`: done. `refused`: not done, and no money
 * moved. `dismissed`: cancelled.
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
  for (const { mint, proof, by } of proofs.values())
    if (by === undefined) balances.set(mint, (balances.get(mint) ?? 0) + proof.amount);
  return balances;
}

/**
 * True if a mint can be removed from the list: it holds no ecash that counts, and no job is open
 * there.
 */
export function isRemovable(purse: Purse, mint: string): boolean {
  return (
    purse.mints.has(mint) &&
    freeProofs(purse, mint).length === 0 &&
    ![...purse.jobs.values()].some((job) => job.want.mint === mint && isEcashOpen(job))
  );
}

export function freeProofs({ proofs }: Purse, mint: string): readonly Proof[] {
  return [...proofs.values()].flatMap((one) =>
    one.mint === mint && one.by === undefined ? [one.proof] : [],
  );
}

/**
 * Return the first secret of each keyset that no mint has seen. A secret shown to one mint is never
 * shown to another that lists the same keyset. Otherwise that mint could have the first one mark it
 * as spent.
 */
export function nextCounters({ counters }: Purse): ReadonlyMap<string, number> {
  const next = new Map<string, number>();
  for (const [key, count] of counters) {
    const keyset = key.slice(key.lastIndexOf(' ') + 1);
    next.set(keyset, Math.max(count, next.get(keyset) ?? 0));
  }
  return next;
}

/**
 * Return the job that already receives this token. Submitting a token twice, or in two tabs, makes
 * one job.
 */
export function receiverOf({ jobs }: Purse, proofs: readonly Proof[]): EcashJob | undefined {
  const secrets = new Set(proofs.map(({ secret }) => secret.reveal()));
  return [...jobs.values()].find(
    (job) =>
      job.want.type === 'receive' &&
      !['refused', 'dismissed'].includes(ecashStateOf(job)) &&
      job.want.proofs.some(({ secret }) => secrets.has(secret.reveal())),
  );
}

/**
 * Return how this wallet already has a token: `done` if it was redeemed or is in the wallet, `open`
 * if it is being redeemed. Then the log accepts no other job for it.
 */
export function receivedBefore(
  purse: Purse,
  proofs: readonly Proof[],
): 'done' | 'open' | undefined {
  if (proofs.some(({ C }) => purse.proofs.has(C))) return 'done';
  const receiver = receiverOf(purse, proofs);
  if (!receiver) return undefined;
  return receiver.settled ? 'done' : 'open';
}

/** True if the account itself took back the token that a job sent. */
export function isTakenBack({ jobs }: Purse, sent: string): boolean {
  return [...jobs.values()].some(
    ({ want, settled }) => want.type === 'receive' && want.of === sent && settled !== undefined,
  );
}

/** Return the jobs without dismissed ones, the newest first. */
export function shownJobs({ jobs }: Purse): readonly EcashJob[] {
  const shown = [...jobs.values()].filter(({ isDismissed }) => !isDismissed);
  return shown.toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
}
