import type { EcashLogEntry, EcashWant } from '../../../events/money/ecash/ecash-log-entry.ts';
import {
  type EcashJob,
  ecashStateOf,
  freeProofs,
  isEcashOpen,
  nextCounters,
  type Purse,
} from '../../../events/money/ecash/ecash-log.ts';
import type { JobPurse } from './ecash-job.machine.ts';
import type { EcashOrder } from './ecash-protocol.ts';

/** Return the log entries for an order. Empty if it needs none. */
export function linesFor(purse: Purse, order: EcashOrder): readonly EcashLogEntry[] {
  const { jobs, mints } = purse;
  switch (order.type) {
    case 'ecash.allow':
      return [{ type: 'allowed', mint: order.mint }];
    case 'ecash.removeMint':
      return [{ type: 'removed', mint: order.mint }];
    case 'ecash.receive':
      if (order.unasked === true && !mints.has(order.mint)) return [];
      return [
        wanted(order, {
          type: 'receive',
          mint: order.mint,
          proofs: order.proofs,
          ...(order.proven === true && { proven: true }),
        }),
      ];
    case 'ecash.keep':
      return [{ type: 'keyed', pubkey: order.pubkey, key: order.key }];
    case 'ecash.takeBack': {
      const sent = jobs.get(order.of);
      const proofs = sent?.settled?.given ?? [];
      return sent && proofs.length > 0
        ? [wanted(order, { type: 'receive', mint: sent.want.mint, proofs, of: order.of })]
        : [];
    }
    case 'ecash.send':
      return [
        wanted(order, {
          type: 'send',
          mint: order.mint,
          amount: order.amount,
          memo: order.memo,
          ...(order.lock !== undefined && { lock: order.lock }),
        }),
      ];
    case 'ecash.mint':
      return [wanted(order, { type: 'mint', mint: order.mint, amount: order.amount })];
    case 'ecash.melt':
      return [
        wanted(order, {
          type: 'melt',
          mint: order.mint,
          invoice: order.invoice,
          amount: order.amount,
        }),
      ];
    case 'ecash.restore': {
      const { words, mint } = order;
      const want: EcashWant = { type: 'restore', mint, ...(words ? { words } : {}) };
      return [
        ...(words ? [{ type: 'seeded', words, given: true } as const] : []),
        wanted(order, want),
      ];
    }
    case 'ecash.dismiss':
      return [{ type: 'dismissed', job: order.job }];
    // one transaction, so that no job can run in between
    case 'ecash.callOff': {
      const lines = linesFor(purse, order.order).map(
        (line): EcashLogEntry => (line.type === 'wanted' ? { ...line, off: true } : line),
      );
      return [...lines, { type: 'dismissed', job: order.job }];
    }
    default:
      return [];
  }
}

function wanted(
  { job, now }: Extract<EcashOrder, { job: string; now: unknown }>,
  want: EcashWant,
): EcashLogEntry {
  return { type: 'wanted', job, want, at: now };
}

/** Return the part of the wallet that a job needs. */
export function purseFor(purse: Purse, { job, want }: EcashJob): JobPurse {
  const given = [...purse.jobs.values()].flatMap(({ settled }) => settled?.given ?? []);
  const known = want.type === 'restore' ? [...purse.proofs.keys(), ...given.map(({ C }) => C)] : [];
  return {
    words: purse.words,
    keys: purse.keys,
    free: freeProofs(purse, want.mint),
    counters: nextCounters(purse),
    known,
    isBusy: isBusy(purse, want.mint, job),
  };
}

/** True if another job has sent proofs to the mint and its result is not known yet. */
function isBusy({ jobs }: Purse, mint: string, job: string): boolean {
  return [...jobs.values()].some(
    (other) =>
      other.job !== job &&
      other.want.mint === mint &&
      ecashStateOf(other) === 'prepared' &&
      other.prepared?.inputs.length !== 0,
  );
}

/** Return jobs that can start now, because proofs held by other jobs were released. */
export function waitingFor(before: Purse, { jobs }: Purse): readonly EcashJob[] {
  const held = [...before.jobs.values()].filter((one) => ecashStateOf(one) === 'prepared');
  const freed = held.filter(({ job }) => {
    const now = jobs.get(job);
    return !now || ecashStateOf(now) !== 'prepared';
  });
  const mints = new Set(freed.map(({ want }) => want.mint));
  return [...jobs.values()].filter(
    (one) => mints.has(one.want.mint) && ecashStateOf(one) === 'wanted',
  );
}

/** Return open jobs at mints that the user has allowed. */
export function workable({ jobs, mints }: Purse): readonly EcashJob[] {
  return [...jobs.values()].filter((job) => isEcashOpen(job) && mints.has(job.want.mint));
}
