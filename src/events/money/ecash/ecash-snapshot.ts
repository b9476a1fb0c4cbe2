import { secretOf } from '../../account/keys/secret.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { inSeconds, later, seconds } from '../../core/time.ts';
import { mintAddress, plainOf, readProof } from './cashu.ts';
import {
  type EcashLogEntry,
  type EcashWant,
  plainPrepared,
  plainSettled,
  plainWant,
  readKeyed,
  readPrepared,
  readSettled,
  readWant,
} from './ecash-log-entry.ts';
import { type EcashJob, ecashStateOf, isEcashOpen, type Purse } from './ecash-log.ts';
import { readReason } from './ecash-reason.ts';

/** A snapshot that replaces all earlier lines of the log. */
export interface EcashSnapshot {
  readonly type: 'folded';
  readonly purse: Purse;
}

/**
 * Limit of ended jobs that are kept in full, and of ended jobs of which only the result is kept.
 */
const MOST_OVER = 200;
const MOST_ENDED = 2_000;

/**
 * Drop everything that no balance depends on. Keeps all proofs, secrets and tokens that may still
 * be redeemed (E-48). Older ended jobs keep only their result, so that none runs again by its name
 * (E-39). Their payments can still look it up. Beyond `mostEnded` the oldest results are dropped
 * too. From then on no payment of that age is accepted.
 */
export function compactLog(purse: Purse, most = MOST_OVER, mostEnded = MOST_ENDED): Purse {
  const holding = new Set([...purse.proofs.values()].map(({ by }) => by));
  const over = [...purse.jobs.values()].filter(
    (job) => isForgettable(job) && !holding.has(job.job),
  );
  const ended = over.slice(0, Math.max(0, over.length - most));
  const oldestFirst = ended.toSorted((one, other) => inSeconds(one.at) - inSeconds(other.at));
  const gone = oldestFirst.slice(0, Math.max(0, ended.length - mostEnded));
  const jobs = new Map(purse.jobs);
  for (const job of ended) jobs.set(job.job, endedOf(job));
  for (const { job } of gone) jobs.delete(job);
  const [until, last = until] = [purse.forgottenUntil, gone.at(-1)?.at];
  return { ...purse, jobs, forgottenUntil: until && last ? later(until, last) : last };
}

/**
 * Reduce an ended job to its name, its result and the proofs that it locked. It is no longer
 * listed.
 */
function endedOf(job: EcashJob): EcashJob {
  const { want, settled } = job;
  const kept: EcashWant =
    want.type === 'receive'
      ? { ...want, proofs: [] }
      : want.type === 'restore'
        ? { ...want, words: undefined }
        : want;
  const given = want.type === 'send' && want.lock !== undefined ? (settled?.given ?? []) : [];
  const end = settled && { kept: [], given, preimage: settled.preimage };
  return { ...job, want: kept, prepared: undefined, settled: end, isDismissed: true };
}

function isForgettable(job: EcashJob): boolean {
  const isOut = job.want.type === 'send' && ecashStateOf(job) === 'settled' && !job.isSpent;
  return !isEcashOpen(job) && !isOut;
}

/** Return plain JSON with all secrets in the clear, for immediate encryption. */
export function plainFolded({ purse }: EcashSnapshot): object {
  const { words, keys, mints, proofs, counters, jobs, forgottenUntil } = purse;
  return {
    type: 'folded',
    words: words?.reveal(),
    keys: [...keys].map(([pubkey, key]) => ({ pubkey, key: key.reveal() })),
    mints: [...mints],
    proofs: [...proofs.values()].map(({ mint, proof, by }) => ({
      mint,
      by,
      proof: plainOf(proof),
    })),
    counters: [...counters],
    forgottenUntil: forgottenUntil && inSeconds(forgottenUntil),
    jobs: [...jobs.values()].map(({ want, at, prepared, settled, ...job }) => ({
      ...job,
      at: inSeconds(at),
      want: plainWant(want),
      prepared: prepared && plainPrepared(prepared),
      settled: settled && plainSettled(settled),
    })),
  };
}

/** Read a stored snapshot: all of it, or `undefined`. */
export function readSnapshot(value: unknown): EcashSnapshot | undefined {
  if (!isRecord(value) || field(value, 'type') !== 'folded') return undefined;
  const [words, mints] = [field(value, 'words'), allOf(field(value, 'mints'), readMint)];
  const proofs = allOf(field(value, 'proofs'), readOwn);
  const counters = allOf(field(value, 'counters'), readCounter);
  const jobs = allOf(field(value, 'jobs'), readJob);
  // snapshots from before locks existed have no keys
  const keys = allOf(field(value, 'keys') ?? [], (one) =>
    isRecord(one) ? readKeyed(one) : undefined,
  );
  const until = optional(field(value, 'forgottenUntil'), (one) =>
    isNumber(one) ? seconds(one) : undefined,
  );
  if (
    !keys ||
    !mints ||
    !proofs ||
    !counters ||
    !jobs ||
    !until ||
    (words !== undefined && typeof words !== 'string')
  )
    return undefined;
  return {
    type: 'folded',
    purse: {
      words: words === undefined ? undefined : secretOf(words),
      keys: new Map(keys.map(({ pubkey, key }) => [pubkey, key])),
      mints: new Set(mints),
      proofs: new Map(proofs.map((own) => [own.proof.C, own])),
      counters: new Map(counters),
      jobs: new Map(jobs.map((job) => [job.job, job])),
      forgottenUntil: until.value,
    },
  };
}

/** True if the stored snapshot reads back complete. Otherwise the lines are kept (E-48). */
export function isFaithful(line: EcashSnapshot): boolean {
  const plain = plainFolded(line);
  const again = readSnapshot(JSON.parse(JSON.stringify(plain)));
  return again !== undefined && sorted(plainFolded(again)) === sorted(plain);
}

/** Return JSON that does not depend on the order of the fields. */
function sorted(value: object): string {
  const inOrder = (_: string, one: unknown): unknown =>
    isRecord(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  return JSON.stringify(value, inOrder);
}

function allOf<T>(value: unknown, read: (one: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.flatMap((one: unknown): T[] => {
    const part = read(one);
    return part === undefined ? [] : [part];
  });
  return found.length === value.length ? found : undefined;
}

function readMint(value: unknown): string | undefined {
  return typeof value === 'string' && mintAddress(value) === value ? value : undefined;
}

function readOwn(value: unknown) {
  if (!isRecord(value)) return undefined;
  const [mint, by, proof] = [
    readMint(field(value, 'mint')),
    field(value, 'by'),
    readProof(field(value, 'proof')),
  ];
  return mint !== undefined && proof && (by === undefined || typeof by === 'string')
    ? { mint, proof, by }
    : undefined;
}

function readCounter(value: unknown): readonly [string, number] | undefined {
  const [key, count]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof key === 'string' && isNumber(count) && Number.isSafeInteger(count) && count >= 0
    ? [key, count]
    : undefined;
}

function readJob(value: unknown): EcashJob | undefined {
  if (!isRecord(value)) return undefined;
  const of = (key: string) => field(value, key);
  const [job, at, tries, want] = [of('job'), of('at'), of('tries'), readWant(of('want'))];
  const [prepared, settled, reason] = [
    optional(of('prepared'), readPrepared),
    optional(of('settled'), readSettled),
    optional(of('reason'), readReason),
  ];
  if (
    typeof job !== 'string' ||
    !isNumber(at) ||
    !isNumber(tries) ||
    !want ||
    !prepared ||
    !settled ||
    !reason
  )
    return undefined;
  return {
    job,
    at: seconds(at),
    tries,
    want,
    prepared: prepared.value,
    settled: settled.value,
    reason: reason.value,
    isSpent: of('isSpent') === true,
    isDismissed: of('isDismissed') === true,
  };
}

/**
 * A missing value is `undefined` inside the result. An unreadable value makes the whole result
 * `undefined`.
 */
function optional<T>(
  value: unknown,
  read: (value: unknown) => T | undefined,
): { readonly value: T | undefined } | undefined {
  if (value === undefined) return { value: undefined };
  const found = read(value);
  return found === undefined ? undefined : { value: found };
}

/** An entry of the log: a line, or a snapshot of all lines before it. */
export type EcashLogRecord = EcashLogEntry | EcashSnapshot;
