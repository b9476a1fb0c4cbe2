import type { EcashLogEntry, Prepared, Settled } from './ecash-log-entry.ts';
import type { EcashLogRecord } from './ecash-snapshot.ts';
import { admitsEcash } from './ecash-admission.ts';
import { type EcashJob, EMPTY_PURSE, type Purse } from './ecash-log.ts';
import type { LogRules } from '../../core/log-rules.ts';

export function foldEcash(purse: Purse, entries: readonly EcashLogRecord[]): Purse {
  return entries.reduce((before, entry) => {
    if (entry.type === 'folded') return entry.purse;
    return admitsEcash(before, entry) ? foldLine(before, entry) : before;
  }, purse);
}

/** The rules of the log of ecash. */
export const ECASH_RULES: LogRules<Purse, EcashLogRecord, 'refused', EcashLogEntry> = {
  empty: EMPTY_PURSE,
  fold: foldEcash,
  refusalOf: (purse, line) => (admitsEcash(purse, line) ? undefined : 'refused'),
};

function foldLine(purse: Purse, line: EcashLogEntry): Purse {
  if (line.type === 'seeded') return { ...purse, words: line.words };
  if (line.type === 'keyed')
    return { ...purse, keys: new Map(purse.keys).set(line.pubkey, line.key) };
  if (line.type === 'allowed') return { ...purse, mints: new Set(purse.mints).add(line.mint) };
  if (line.type === 'removed')
    return { ...purse, mints: new Set([...purse.mints].filter((mint) => mint !== line.mint)) };
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
        proofs: freed(purse, before, line.gone),
      };
    case 'released':
      return { ...purse, jobs, proofs: freed(purse, before) };
    default:
      return { ...purse, jobs };
  }
}

function foldJob(
  job: EcashJob,
  line: Exclude<EcashLogEntry, { type: 'seeded' | 'keyed' | 'allowed' | 'removed' | 'wanted' }>,
): EcashJob {
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

function taken(
  purse: Purse,
  { job, want }: EcashJob,
  { inputs, outputs }: Prepared,
): Pick<Purse, 'proofs' | 'counters'> {
  const proofs = new Map(purse.proofs);
  for (const { C } of inputs) {
    const own = proofs.get(C);
    if (own) proofs.set(C, { ...own, by: job });
  }
  const { keyset, counter, amounts } = outputs;
  if (amounts.length === 0) return { proofs, counters: purse.counters };
  return {
    proofs,
    counters: new Map(purse.counters).set(`${want.mint} ${keyset}`, counter + amounts.length),
  };
}

function given(
  purse: Purse,
  { prepared, want }: EcashJob,
  { kept, counters: found = {} }: Settled,
): Pick<Purse, 'proofs' | 'counters'> {
  const proofs = new Map(purse.proofs);
  for (const { C } of prepared?.inputs ?? []) proofs.delete(C);
  for (const proof of kept) proofs.set(proof.C, { mint: want.mint, proof, by: undefined });
  const counters = new Map(purse.counters);
  for (const [keyset, counter] of Object.entries(found))
    counters.set(
      `${want.mint} ${keyset}`,
      Math.max(counter, counters.get(`${want.mint} ${keyset}`) ?? 0),
    );
  return { proofs, counters };
}

/**
 * Proofs that the mint reports as spent stay assigned to the job, or are assigned to it if no job
 * has them: they leave the balance but are not forgotten.
 */
function freed(
  { proofs }: Purse,
  { job, want }: EcashJob,
  gone: readonly string[] = [],
): Purse['proofs'] {
  const spent = new Set(gone);
  return new Map(
    [...proofs].map(([C, own]) => {
      if (spent.has(C))
        return [C, own.by === undefined && own.mint === want.mint ? { ...own, by: job } : own];
      return [C, own.by === job ? { ...own, by: undefined } : own];
    }),
  );
}
