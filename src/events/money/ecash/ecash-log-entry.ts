import { type Secret, secretOf } from '../../account/keys/secret.ts';
import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { inSeconds, type Seconds, seconds } from '../../core/time.ts';
import { isKeysetId, MAX_PROOFS, mintAddress, plainOf, type Proof, readProof } from './cashu.ts';
import { type EcashReason, readReason } from './ecash-reason.ts';

/** The interface of a mint: the current one (NUT-01 to 09), or the documented one of old mints. */
export type MintApi = 'v1' | 'v0';

/**
 * A user's request to a mint. Amounts in sats. `receive`: proofs that others may know, swapped for
 * fresh ones. `of`: the job whose token is taken back. `proven`: only with the mint's proof of its
 * signatures (NUT-12). `send`: proofs for a token. `lock`: lock it to that key alone (NUT-11), an
 * x-coordinate in hex. `mint`: ecash for a paid invoice. `melt`: an invoice paid with ecash.
 * `restore`: the ecash that the seed words have at the mint. `undefined`: the words of this wallet.
 */
export type EcashWant =
  | {
      readonly type: 'receive';
      readonly mint: string;
      readonly proofs: readonly Proof[];
      readonly of?: string | undefined;
      readonly proven?: boolean | undefined;
    }
  | {
      readonly type: 'send';
      readonly mint: string;
      readonly amount: number;
      readonly memo: string;
      readonly lock?: string | undefined;
    }
  | { readonly type: 'mint'; readonly mint: string; readonly amount: number }
  | {
      readonly type: 'melt';
      readonly mint: string;
      readonly invoice: string;
      readonly amount: number;
    }
  | {
      readonly type: 'restore';
      readonly mint: string;
      readonly words?: Secret<string> | undefined;
    };

/**
 * Secrets derived from the wallet's words (NUT-13): `amounts.length` of them, starting at
 * `counter`. The mint chooses an amount of 0 (NUT-08).
 */
export interface Outputs {
  readonly keyset: string;
  readonly counter: number;
  readonly amounts: readonly number[];
}

/**
 * The complete request to the mint, stored before it is sent. After a crash it can be repeated, or
 * its result can be looked up. The first `given` outputs go into the token. `fee`: the highest fee
 * in sats. `until`: when the mint's quote expires.
 */
export interface Prepared {
  readonly api: MintApi;
  readonly inputs: readonly Proof[];
  readonly outputs: Outputs;
  readonly given: number;
  readonly fee: number;
  readonly quote?: string | undefined;
  readonly invoice?: string | undefined;
  readonly until?: Seconds | undefined;
}

/** The result of a job. `kept`: new proofs of this wallet. `given`: the proofs in the token. */
export interface Settled {
  readonly kept: readonly Proof[];
  readonly given: readonly Proof[];
  readonly preimage?: string | undefined;
  /** The counters up to which a restore found used secrets, by keyset. */
  readonly counters?: Readonly<Record<string, number>> | undefined;
}

/** Older keys are dropped. */
export const MAX_ECASH_KEYS = 20;

/**
 * A line of the ecash log. `keyed`: a key that ecash may be locked to, with its private key, both
 * 32 bytes in hex. `seeded`: the words from which all secrets are derived, once. `given`: the user
 * entered them, so they replace generated ones. `allowed`: the user lets that mint be asked.
 * `removed`: not any more, and it is no longer listed.
 * `wanted`: a request, logged once. `off`: the next line calls it off. `refused`: the mint said no,
 * and no money moved. `gone`: signatures of own proofs, its inputs or not, that the mint reports as
 * spent. They leave the balance. `released`: the same, but the job is retried with other outputs.
 * `spent`: the recipient has redeemed the token. `dismissed`: the user cancelled or hid the job.
 */
export type EcashLogEntry =
  | { readonly type: 'seeded'; readonly words: Secret<string>; readonly given?: true }
  | { readonly type: 'keyed'; readonly pubkey: string; readonly key: Secret<string> }
  | { readonly type: 'allowed'; readonly mint: string }
  | { readonly type: 'removed'; readonly mint: string }
  | {
      readonly type: 'wanted';
      readonly job: string;
      readonly want: EcashWant;
      readonly at: Seconds;
      readonly off?: true;
    }
  | { readonly type: 'prepared'; readonly job: string; readonly prepared: Prepared }
  | { readonly type: 'settled'; readonly job: string; readonly settled: Settled }
  | {
      readonly type: 'refused';
      readonly job: string;
      readonly reason: EcashReason;
      readonly gone?: readonly string[] | undefined;
    }
  | { readonly type: 'released' | 'spent' | 'dismissed'; readonly job: string };

const MAX_TEXT = 8_192;

/** Return plain JSON with the secrets in the clear, for immediate encryption. */
export function serializeEntry(line: EcashLogEntry): object {
  switch (line.type) {
    case 'seeded':
      return { ...line, words: line.words.reveal() };
    case 'keyed':
      return { ...line, key: line.key.reveal() };
    case 'wanted':
      return { ...line, at: inSeconds(line.at), want: plainWant(line.want) };
    case 'prepared':
      return { ...line, prepared: plainPrepared(line.prepared) };
    case 'settled':
      return { ...line, settled: plainSettled(line.settled) };
    default:
      return line;
  }
}

/** Read a stored line. `undefined` if it is anything else. */
export function readEntry(value: unknown): EcashLogEntry | undefined {
  if (!isRecord(value)) return undefined;
  const type = field(value, 'type');
  const [job, mint, words] = [textOf(value, 'job'), textOf(value, 'mint'), textOf(value, 'words')];
  if (type === 'seeded')
    return words === undefined
      ? undefined
      : {
          type,
          words: secretOf(words),
          ...(field(value, 'given') === true ? { given: true } : {}),
        };
  if (type === 'keyed') return readKeyed(value);
  if (type === 'allowed' || type === 'removed')
    return mint === undefined || mintAddress(mint) !== mint ? undefined : { type, mint };
  if (job === undefined) return undefined;
  switch (type) {
    case 'wanted': {
      const [want, at] = [readWant(field(value, 'want')), field(value, 'at')];
      return want && isNumber(at)
        ? { type, job, want, at: seconds(at), ...(field(value, 'off') === true && { off: true }) }
        : undefined;
    }
    case 'prepared': {
      const prepared = readPrepared(field(value, 'prepared'));
      return prepared && { type, job, prepared };
    }
    case 'settled': {
      const settled = readSettled(field(value, 'settled'));
      return settled && { type, job, settled };
    }
    case 'refused': {
      const reason = readReason(field(value, 'reason'));
      const gone = field(value, 'gone');
      return (
        reason && {
          type,
          job,
          reason,
          ...(Array.isArray(gone) ? { gone: gone.filter((one) => typeof one === 'string') } : {}),
        }
      );
    }
    case 'released':
    case 'spent':
    case 'dismissed':
      return { type, job };
    default:
      return undefined;
  }
}

/** Read a key with its private key from plain JSON. */
export function readKeyed(
  value: Readonly<Record<string, unknown>>,
): Extract<EcashLogEntry, { type: 'keyed' }> | undefined {
  const [pubkey, key] = [textOf(value, 'pubkey') ?? '', textOf(value, 'key') ?? ''];
  return isHex(pubkey, 64) && isHex(key, 64)
    ? { type: 'keyed', pubkey, key: secretOf(key) }
    : undefined;
}

/**
 * Return the proof as the mint receives it: with the secret, but without the DLEQ proof (NUT-12).
 */
export function sentProof({ id, amount, secret, C, witness }: Proof): object {
  return { id, amount, secret: secret.reveal() ?? '', C, witness };
}

/** Write the parts of a line as plain JSON, before encryption. */
export function plainWant(want: EcashWant): object {
  if (want.type === 'receive') return { ...want, proofs: want.proofs.map(plainOf) };
  return want.type === 'restore' ? { ...want, words: want.words?.reveal() } : want;
}

export function plainPrepared({ until, inputs, ...prepared }: Prepared): object {
  return {
    ...prepared,
    until: until === undefined ? undefined : inSeconds(until),
    inputs: inputs.map(plainOf),
  };
}

export function plainSettled({ kept, given, ...settled }: Settled): object {
  return { ...settled, kept: kept.map(plainOf), given: given.map(plainOf) };
}

export function readWant(value: unknown): EcashWant | undefined {
  if (!isRecord(value)) return undefined;
  const [type, amount] = [field(value, 'type'), field(value, 'amount')];
  const [mint, memo, invoice, words, of, lock] = [
    'mint',
    'memo',
    'invoice',
    'words',
    'of',
    'lock',
  ].map((key) => textOf(value, key));
  if (mint === undefined || mintAddress(mint) !== mint) return undefined;
  const proofs = readProofs(field(value, 'proofs'));
  const proven = field(value, 'proven') === true ? { proven: true } : {};
  if (type === 'receive')
    return proofs && { type, mint, proofs, ...proven, ...(of === undefined ? {} : { of }) };
  if (type === 'restore')
    return { type, mint, ...(words === undefined ? {} : { words: secretOf(words) }) };
  if (!isCount(amount) || amount === 0) return undefined;
  if (type === 'send' && lock !== undefined && !isHex(lock, 64)) return undefined;
  if (type === 'send')
    return { type, mint, amount, memo: memo ?? '', ...(lock === undefined ? {} : { lock }) };
  if (type === 'mint') return { type, mint, amount };
  return type === 'melt' && invoice !== undefined ? { type, mint, amount, invoice } : undefined;
}

export function readPrepared(value: unknown): Prepared | undefined {
  if (!isRecord(value)) return undefined;
  const [api, given, fee, until] = ['api', 'given', 'fee', 'until'].map((key) => field(value, key));
  const [inputs, outputs] = [
    readProofs(field(value, 'inputs')),
    readOutputs(field(value, 'outputs')),
  ];
  if ((api !== 'v1' && api !== 'v0') || !inputs || !outputs || !isCount(given) || !isCount(fee))
    return undefined;
  return {
    api,
    inputs,
    outputs,
    given,
    fee,
    quote: textOf(value, 'quote'),
    invoice: textOf(value, 'invoice'),
    until: isCount(until) ? seconds(until) : undefined,
  };
}

function readOutputs(value: unknown): Outputs | undefined {
  if (!isRecord(value)) return undefined;
  const [keyset, counter, amounts] = [
    textOf(value, 'keyset'),
    field(value, 'counter'),
    field(value, 'amounts'),
  ];
  if (
    keyset === undefined ||
    !isKeysetId(keyset) ||
    !isCount(counter) ||
    !Array.isArray(amounts) ||
    !amounts.every(isCount)
  )
    return undefined;
  return { keyset, counter, amounts };
}

export function readSettled(value: unknown): Settled | undefined {
  if (!isRecord(value)) return undefined;
  const [kept, given] = [readProofs(field(value, 'kept')), readProofs(field(value, 'given'))];
  const counters = field(value, 'counters');
  if (!kept || !given) return undefined;
  const read = isRecord(counters)
    ? Object.entries(counters).filter((entry): entry is [string, number] => isCount(entry[1]))
    : undefined;
  return {
    kept,
    given,
    preimage: textOf(value, 'preimage'),
    ...(read ? { counters: Object.fromEntries(read) } : {}),
  };
}

/** Reads all proofs or none, so that no stored proof is skipped. */
function readProofs(value: unknown): readonly Proof[] | undefined {
  if (!Array.isArray(value) || value.length > 20 * MAX_PROOFS) return undefined;
  const proofs = value.flatMap((one: unknown) => readProof(one) ?? []);
  return proofs.length === value.length ? proofs : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function textOf(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const text = field(value, key);
  return typeof text === 'string' && text.length <= MAX_TEXT ? text : undefined;
}
