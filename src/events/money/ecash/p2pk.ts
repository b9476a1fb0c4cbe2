import { isHex } from '../../core/hex.ts';
import { isRecord, parseJson } from '../../core/json.ts';
import { type Seconds, seconds } from '../../core/time.ts';

/** So many of these keys have to sign. Keys are x-coordinates in lower-case hex, as two that share one are one signer (NUT-11). */
export interface Signers {
  readonly keys: readonly string[];
  readonly needed: number;
}

/**
 * To whom a proof is locked (NUT-11). `until`: when the lock ends, undefined: never; then `refund` may take it, too, or anybody where there is none.
 * `isAll`: one signature stands for all that is handed in and asked for (SIG_ALL). `terms`: what all inputs of such a request share. `isTimed`: it names
 * a time, which a mint may read although this client cannot.
 */
export interface Lock {
  readonly main: Signers;
  readonly until: Seconds | undefined;
  readonly isTimed: boolean;
  readonly refund: Signers | undefined;
  readonly isAll: boolean;
  readonly terms: string;
}

/** `none`: whoever knows the secret has it; `other`: another condition than a key (NUT-10), which nobody here can meet; `malformed`: nobody can. */
export type Locking = Lock | 'none' | 'other' | 'malformed';

const SINGLE = ['sigflag', 'n_sigs', 'locktime', 'n_sigs_refund'] as const;
const KNOWN: ReadonlySet<string> = new Set([...SINGLE, 'pubkeys', 'refund']);
/** Keys in one pathway: more do not fit into a secret that a mint takes. */
const MAX_KEYS = 20;

/** Reads what the secret of a proof says of who may spend it (NUT-10, NUT-11). */
export function readLock(secret: string): Locking {
  const value = secret.startsWith('[') ? parseJson(secret) : undefined;
  if (!Array.isArray(value)) return 'none';
  const [kind, body]: readonly unknown[] = value;
  if (typeof kind !== 'string' || !isRecord(body) || value.length !== 2) return 'none';
  if (kind !== 'P2PK') return 'other';
  const { data, tags = [] } = body;
  const read = tagsOf(tags);
  if (typeof data !== 'string' || !read) return 'malformed';
  const flag = read.get('sigflag')?.[0] ?? 'SIG_INPUTS';
  const main = signersOf([data, ...(read.get('pubkeys') ?? [])], read.get('n_sigs'));
  const hasRefund = read.has('refund') || read.has('n_sigs_refund');
  const refund = hasRefund ? signersOf(read.get('refund') ?? [], read.get('n_sigs_refund')) : undefined;
  if (!main || (hasRefund && !refund)) return 'malformed';
  if (flag !== 'SIG_INPUTS' && flag !== 'SIG_ALL') return 'malformed';
  const [isTimed, until] = [read.has('locktime'), timeOf(read.get('locktime')?.[0])];
  return { main, refund, until, isTimed, isAll: flag === 'SIG_ALL', terms: JSON.stringify([data, tags]) };
}

/** Who may spend it at that time, each of these groups by itself; `anybody` where the lock has ended and names no refund. */
export function spendersOf({ main, until, refund }: Lock, now: Seconds): readonly Signers[] | 'anybody' {
  if (until === undefined || now <= until) return [main];
  return refund ? [main, refund] : 'anybody';
}

/** Whether one of these keys, by itself, is enough at that time. Keys as x-coordinates. */
export function opensAlone(lock: Lock, key: string, now: Seconds): boolean {
  const spenders = spendersOf(lock, now);
  return spenders === 'anybody' || spenders.some(({ keys, needed }) => needed === 1 && keys.includes(key));
}

/** What is signed for SIG_ALL: all that goes in, and all that is asked for, in their order; `quote`: of a melt (NUT-11). */
export function messageForAll(
  inputs: readonly { readonly secret: string; readonly C: string }[],
  outputs: readonly { readonly amount: number; readonly B_: string }[],
  quote = '',
): string {
  const into = inputs.map(({ secret, C }) => `${secret}${C}`).join('');
  return `${into}${outputs.map(({ amount, B_ }) => `${amount}${B_}`).join('')}${quote}`;
}

/** The secret of a proof that one key opens, for ever (NIP-61: with `02` before a key of 32 bytes). `nonce`: 32 random bytes in hex. */
export function lockedSecret(key: string, nonce: string): string {
  return JSON.stringify(['P2PK', { nonce, data: `02${key}`, tags: [['sigflag', 'SIG_INPUTS']] }]);
}

/** Whether that key alone opens it, for ever, and nothing else does, ever: so that whoever else reads it has nothing (NIP-61). */
export function isLockedTo(secret: string, key: string): boolean {
  const lock = readLock(secret);
  return typeof lock === 'object' && !lock.isTimed && lock.main.keys.length === 1 && lock.main.keys.includes(key) && isReadAlike(secret);
}

/** True if every program reads that JSON alike: a name that is there twice, or spelt with escapes, is another lock for some mints, or none. */
function isReadAlike(secret: string): boolean {
  return JSON.stringify(parseJson(secret))?.replace(/\s/g, '') === secret.replace(/\s/g, '');
}

/** The x-coordinate of a compressed key; undefined: it has not the form of one. */
export function keyOf(point: string): string | undefined {
  const hex = point.toLowerCase();
  return isHex(hex, 66) && /^0[23]/.test(hex) ? hex.slice(2) : undefined;
}

/** Values by name. Undefined: one is there twice, or they are no tags. */
function tagsOf(tags: unknown): ReadonlyMap<string, readonly string[]> | undefined {
  if (!Array.isArray(tags)) return undefined;
  const read = new Map<string, readonly string[]>();
  for (const tag of tags) {
    if (!Array.isArray(tag) || !tag.every((part): part is string => typeof part === 'string')) return undefined;
    const [name = '', ...values] = tag;
    if (!KNOWN.has(name)) continue;
    if (read.has(name) || values.length === 0) return undefined;
    read.set(name, values);
  }
  return SINGLE.some((name) => (read.get(name)?.length ?? 1) > 1) ? undefined : read;
}

function signersOf(points: readonly string[], count: readonly string[] | undefined): Signers | undefined {
  const keys = points.flatMap((point) => keyOf(point) ?? []);
  const needed = count === undefined ? 1 : /^[1-9][0-9]{0,3}$/.test(count[0] ?? '') ? Number(count[0]) : 0;
  if (keys.length < points.length || keys.length > MAX_KEYS || new Set(keys).size < keys.length) return undefined;
  return needed >= 1 && needed <= keys.length ? { keys, needed } : undefined;
}

/** What is no time is none: the lock stays for ever. */
function timeOf(text: string | undefined): Seconds | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? seconds(Number(text)) : undefined;
}
