import { secretOf } from '../account/secret.ts';
import { field, isNumber, isRecord } from '../json.ts';
import { inSeconds, seconds } from '../time.ts';
import { mintAddress, plainOf, readProof } from './cashu.ts';
import { type EcashLine, plainPrepared, plainSettled, plainWant, readKeyed, readPrepared, readSettled, readWant } from './ecash-line.ts';
import { type EcashJob, ecashStateOf, isEcashOpen, type Purse } from './ecash-log.ts';
import { readReason } from './ecash-reason.ts';

/** Stands in the log in the place of all lines before it: what they add up to. */
export interface FoldedLine {
  readonly type: 'folded';
  readonly purse: Purse;
}

/** Jobs that are over and still to be found. */
const MOST_OVER = 200;

/** The wallet without jobs that nothing depends on any more, beyond the last ones: no proof, no secret and no token that somebody may still take is among what goes (E-48). */
export function compacted(purse: Purse, most = MOST_OVER): Purse {
  const holding = new Set([...purse.proofs.values()].map(({ by }) => by));
  const over = [...purse.jobs.values()].filter((job) => isForgettable(job) && !holding.has(job.job));
  const gone = new Set(over.slice(0, Math.max(0, over.length - most)).map(({ job }) => job));
  return { ...purse, jobs: new Map([...purse.jobs].filter(([job]) => !gone.has(job))) };
}

function isForgettable(job: EcashJob): boolean {
  const isOut = job.want.type === 'send' && ecashStateOf(job) === 'settled' && !job.isSpent;
  return !isEcashOpen(job) && !isOut;
}

/** In plain JSON with all its secrets, for who seals it at once. */
export function plainFolded({ purse }: FoldedLine): object {
  const { words, keys, mints, proofs, counters, jobs } = purse;
  return {
    type: 'folded',
    words: words?.reveal(),
    keys: [...keys].map(([pubkey, key]) => ({ pubkey, key: key.reveal() })),
    mints: [...mints],
    proofs: [...proofs.values()].map(({ mint, proof, by }) => ({ mint, by, proof: plainOf(proof) })),
    counters: [...counters],
    jobs: [...jobs.values()].map(({ want, at, prepared, settled, ...job }) => ({
      ...job,
      at: inSeconds(at),
      want: plainWant(want),
      prepared: prepared && plainPrepared(prepared),
      settled: settled && plainSettled(settled),
    })),
  };
}

/** Reads what was kept of it: all, or nothing. */
export function readFolded(value: unknown): FoldedLine | undefined {
  if (!isRecord(value) || field(value, 'type') !== 'folded') return undefined;
  const [words, mints] = [field(value, 'words'), allOf(field(value, 'mints'), readMint)];
  const proofs = allOf(field(value, 'proofs'), readOwn);
  const counters = allOf(field(value, 'counters'), readCounter);
  const jobs = allOf(field(value, 'jobs'), readJob);
  // before there were locks there were none
  const keys = allOf(field(value, 'keys') ?? [], (one) => (isRecord(one) ? readKeyed(one) : undefined));
  if (!keys || !mints || !proofs || !counters || !jobs || (words !== undefined && typeof words !== 'string')) return undefined;
  return {
    type: 'folded',
    purse: {
      words: words === undefined ? undefined : secretOf(words),
      keys: new Map(keys.map(({ pubkey, key }) => [pubkey, key])),
      mints: new Set(mints),
      proofs: new Map(proofs.map((own) => [own.proof.C, own])),
      counters: new Map(counters),
      jobs: new Map(jobs.map((job) => [job.job, job])),
    },
  };
}

/** Whether what is kept of it says all of it: else the lines stay that say it (E-48). */
export function isFaithful(line: FoldedLine): boolean {
  const plain = plainFolded(line);
  const again = readFolded(JSON.parse(JSON.stringify(plain)));
  return again !== undefined && sorted(plainFolded(again)) === sorted(plain);
}

/** As text that does not depend on the order in which fields were set. */
function sorted(value: object): string {
  const inOrder = (_: string, one: unknown): unknown =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one;
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
  const [mint, by, proof] = [readMint(field(value, 'mint')), field(value, 'by'), readProof(field(value, 'proof'))];
  return mint !== undefined && proof && (by === undefined || typeof by === 'string') ? { mint, proof, by } : undefined;
}

function readCounter(value: unknown): readonly [string, number] | undefined {
  const [key, count]: readonly unknown[] = Array.isArray(value) ? value : [];
  return typeof key === 'string' && isNumber(count) && Number.isSafeInteger(count) && count >= 0 ? [key, count] : undefined;
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
  if (typeof job !== 'string' || !isNumber(at) || !isNumber(tries) || !want || !prepared || !settled || !reason) return undefined;
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

/** What is not there is undefined; what is there and cannot be read is nothing. */
function optional<T>(value: unknown, read: (value: unknown) => T | undefined): { readonly value: T | undefined } | undefined {
  if (value === undefined) return { value: undefined };
  const found = read(value);
  return found === undefined ? undefined : { value: found };
}

/** What stands in the log: a line, or what all before it add up to. */
export type EcashEntry = EcashLine | FoldedLine;
