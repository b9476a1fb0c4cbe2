import { isHex } from '../../core/hex.ts';
import { isRecord, parseJson } from '../../core/json.ts';
import { type Seconds, seconds } from '../../core/time.ts';

/**
 * `needed` of these keys have to sign. Keys are x-coordinates in lower-case hex, because two keys
 * with one x-coordinate are one signer (NUT-11).
 */
export interface Signers {
  readonly keys: readonly string[];
  readonly needed: number;
}

/**
 * The lock of a proof (NUT-11). `until`: when the lock ends, `undefined`: never. After that
 * `refund` may spend the proof too, or everybody if there is no refund. `isAll`: one signature
 * covers all inputs and outputs of the request (SIG_ALL). `terms`: the tags that all inputs of such
 * a request share. `isTimed`: it names a time, which a mint may accept although this client cannot
 * read it.
 */
export interface Lock {
  readonly main: Signers;
  readonly until: Seconds | undefined;
  readonly isTimed: boolean;
  readonly refund: Signers | undefined;
  readonly isAll: boolean;
  readonly terms: string;
  /** The first key, as it is written. */
  readonly data: string;
}

/**
 * `none`: the secret alone is enough. `other`: a condition other than a key (NUT-10), which cannot
 * be met here. `malformed`: not spendable at all.
 */
export type Locking = Lock | 'none' | 'other' | 'malformed';

const SINGLE = ['sigflag', 'n_sigs', 'locktime', 'n_sigs_refund'] as const;
const KNOWN: ReadonlySet<string> = new Set([...SINGLE, 'pubkeys', 'refund']);
/** Keys in one group. A secret with more keys exceeds the limit of mints. */
const MAX_KEYS = 20;

/** Read the spending condition of a proof's secret (NUT-10, NUT-11). */
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
  const refund = hasRefund
    ? signersOf(read.get('refund') ?? [], read.get('n_sigs_refund'))
    : undefined;
  if (!main || (hasRefund && !refund)) return 'malformed';
  if (flag !== 'SIG_INPUTS' && flag !== 'SIG_ALL') return 'malformed';
  const [isTimed, until] = [read.has('locktime'), timeOf(read.get('locktime')?.[0])];
  return {
    main,
    refund,
    until,
    isTimed,
    isAll: flag === 'SIG_ALL',
    terms: JSON.stringify([data, tags]),
    data,
  };
}

/**
 * Return the groups that may each spend the proof at that time, or `anybody` if the lock has ended
 * without a refund.
 */
export function spendersOf(
  { main, until, refund }: Lock,
  now: Seconds,
): readonly Signers[] | 'anybody' {
  if (until === undefined || now <= until) return [main];
  return refund ? [main, refund] : 'anybody';
}

/** True if this key alone can spend the proof at that time. The key is an x-coordinate. */
export function opensAlone(lock: Lock, key: string, now: Seconds): boolean {
  const spenders = spendersOf(lock, now);
  return (
    spenders === 'anybody' ||
    spenders.some(({ keys, needed }) => needed === 1 && keys.includes(key))
  );
}

/**
 * Return the message to sign for SIG_ALL: all inputs, then all outputs, in their order. `quote`: of
 * a melt (NUT-11).
 */
export function messageForAll(
  inputs: readonly { readonly secret: string; readonly C: string }[],
  outputs: readonly { readonly amount: number; readonly B_: string }[],
  quote = '',
): string {
  const into = inputs.map(({ secret, C }) => `${secret}${C}`).join('');
  return `${into}${outputs.map(({ amount, B_ }) => `${amount}${B_}`).join('')}${quote}`;
}

/**
 * Return the secret of a proof that only this key can ever spend (NIP-61: `02` before a 32-byte
 * key). `nonce`: 32 random bytes in hex.
 */
export function lockedSecret(key: string, nonce: string): string {
  return JSON.stringify(['P2PK', { nonce, data: `02${key}`, tags: [['sigflag', 'SIG_INPUTS']] }]);
}

/**
 * True if only this key can ever spend the proof, so that it is worthless to every other reader
 * (NIP-61). The key must be compressed, because many mints accept no other form in a secret.
 */
export function isLockedTo(secret: string, key: string): boolean {
  const lock = readLock(secret);
  return (
    typeof lock === 'object' &&
    !lock.isTimed &&
    lock.main.keys.length === 1 &&
    compressedKeyOf(lock.data) === key &&
    isReadAlike(secret)
  );
}

/**
 * True if every program reads that JSON alike. A duplicate or escaped name is a different lock for
 * some mints, or none.
 */
function isReadAlike(secret: string): boolean {
  return JSON.stringify(parseJson(secret))?.replace(/\s/g, '') === secret.replace(/\s/g, '');
}

/**
 * Return the x-coordinate of a key in either form: compressed (33 bytes), or its x-coordinate (32
 * bytes), as Nostr writes keys. `undefined` if the text is neither.
 */
export function keyOf(point: string): string | undefined {
  const hex = point.toLowerCase();
  return isHex(hex, 64) ? hex : compressedKeyOf(hex);
}

function compressedKeyOf(point: string): string | undefined {
  const hex = point.toLowerCase();
  return isHex(hex, 66) && /^0[23]/.test(hex) ? hex.slice(2) : undefined;
}

/** Return the values by name. `undefined` if a name is duplicate or the tags are malformed. */
function tagsOf(tags: unknown): ReadonlyMap<string, readonly string[]> | undefined {
  if (!Array.isArray(tags)) return undefined;
  const read = new Map<string, readonly string[]>();
  for (const tag of tags) {
    if (!Array.isArray(tag) || !tag.every((part): part is string => typeof part === 'string'))
      return undefined;
    const [name = '', ...values] = tag;
    if (!KNOWN.has(name)) continue;
    if (read.has(name) || values.length === 0) return undefined;
    read.set(name, values);
  }
  return SINGLE.some((name) => (read.get(name)?.length ?? 1) > 1) ? undefined : read;
}

function signersOf(
  points: readonly string[],
  count: readonly string[] | undefined,
): Signers | undefined {
  const keys = points.flatMap((point) => keyOf(point) ?? []);
  const needed =
    count === undefined ? 1 : /^[1-9][0-9]{0,3}$/.test(count[0] ?? '') ? Number(count[0]) : 0;
  if (keys.length < points.length || keys.length > MAX_KEYS || new Set(keys).size < keys.length)
    return undefined;
  return needed >= 1 && needed <= keys.length ? { keys, needed } : undefined;
}

/** A malformed time counts as no time: the lock never ends. */
function timeOf(text: string | undefined): Seconds | undefined {
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? seconds(Number(text)) : undefined;
}
