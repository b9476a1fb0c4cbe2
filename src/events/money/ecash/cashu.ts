import { type Secret, secretOf } from '../../account/keys/secret.ts';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { bytesOf, hexOf, isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { clip } from '../../core/text.ts';
import { type Cbor, readCbor, writeCbor } from './cbor.ts';
import { readLock } from './p2pk.ts';

/**
 * A piece of ecash (NUT-00), owned by every holder of its secret. `id`: the keyset whose key for
 * that amount signed it. `C`: the signature. It identifies the proof here, because it cannot be
 * spent with the signature alone.
 */
export interface Proof {
  readonly id: string;
  readonly amount: number;
  readonly secret: Secret<string>;
  readonly C: string;
  /** Shows that its mint signed it (NUT-12). Reading a token does not verify this. */
  readonly dleq?: Dleq | undefined;
  /** The witness that unlocks a locked proof, as JSON (NUT-10). */
  readonly witness?: string | undefined;
}

/**
 * `r` is for the recipient of the proof. With it a mint could recognize to whom it issued the
 * proof. All three are 32 bytes in hex.
 */
interface Dleq {
  readonly e: string;
  readonly s: string;
  readonly r: string;
}

/** The proofs of one mint in a token. `mint`: its address in the form of `mintAddress`. */
export interface TokenEntry {
  readonly mint: string;
  readonly unit: string;
  readonly proofs: readonly Proof[];
}

/** Why an entry is unusable (ECASH-01). `locked`: its condition cannot be met here (NUT-10). */
type EntryFault = 'mint' | 'proofs' | 'amount' | 'doubled' | 'locked' | 'tooMany';

/** Readable entries, and unreadable ones with the reason (tokensWithErrors). */
export interface CashuToken {
  readonly entries: readonly TokenEntry[];
  readonly failed: readonly { readonly mint: string; readonly fault: EntryFault }[];
  readonly memo: string;
}

/** E-42: a mint accepts hundreds of proofs in one request, hardly thousands. */
export const MAX_PROOFS = 500;
const MAX_ENTRIES = 20;
/** In characters. */
const MAX_TOKEN = 100_000;
const MAX_MINT = 300;
const MAX_MEMO = 500;
/** Enough for a condition with a dozen keys (NUT-11). */
const MAX_SECRET = 1_024;
/** Enough for a signature of each key. */
const MAX_WITNESS = 2_048;
const MAX_UNIT = 16;
/** The largest power of two of which many still add up without rounding. */
const MAX_AMOUNT = 2 ** 43;

/**
 * Read a token of version 3 (cashuA, JSON) or 4 (cashuB, CBOR), with or without the prefix `cashu:`
 * (NUT-00). `undefined` if it is not a token. Only its mint can say whether it is worth anything.
 * The mint is not asked here.
 */
export function readToken(text: string): CashuToken | undefined {
  const trimmed = text.trim();
  const token = trimmed.replace(/^cashu:(?:\/\/)?/i, '');
  if (token.length > MAX_TOKEN) return undefined;
  const bytes = urlBytes(token.slice('cashuA'.length));
  if (!bytes) return undefined;
  if (token.startsWith('cashuA')) return tokenOfJson(parseJson(new TextDecoder().decode(bytes)));
  return token.startsWith('cashuB') ? tokenOfCbor(readCbor(bytes)) : undefined;
}

/** Characters up to which cameras read a token as a QR code. */
const MAX_SHOWN = 1_024;

/**
 * Write the proofs of one mint as a token: version 4, or version 3 for old keyset ids, which
 * version 4 cannot express. The DLEQ proofs are included if the token still fits a QR code
 * (NUT-12). Locked proofs always include them, because the recipient may redeem them later.
 */
export function writeToken(entry: TokenEntry, memo = ''): string {
  const whole = textOfToken(entry, memo);
  const isLocked = entry.proofs.some(
    ({ secret }) => typeof readLock(secret.reveal() ?? '') === 'object',
  );
  if (whole.length <= MAX_SHOWN || isLocked) return whole;
  return textOfToken(
    { ...entry, proofs: entry.proofs.map((proof) => ({ ...proof, dleq: undefined })) },
    memo,
  );
}

function textOfToken({ mint, unit, proofs }: TokenEntry, memo: string): string {
  const isNew = proofs.every(({ id }) => isHexText(id));
  if (!isNew) {
    const plain = proofs.map(plainOf);
    const json = JSON.stringify({
      token: [{ mint, proofs: plain }],
      unit,
      ...(memo === '' ? {} : { memo }),
    });
    return `cashuA${urlText(new TextEncoder().encode(json))}`;
  }
  const keysets = [...Map.groupBy(proofs, ({ id }) => id)].map(([id, of]): Cbor => {
    const held = of.map(
      ({ amount, secret, C, dleq, witness }): Cbor =>
        new Map<string, Cbor>([
          ['a', amount],
          ['s', secret.reveal() ?? ''],
          ['c', bytesOf(C)],
          ...(dleq
            ? [
                [
                  'd',
                  new Map((['e', 's', 'r'] as const).map((part) => [part, bytesOf(dleq[part])])),
                ] as const,
              ]
            : []),
          ...(witness === undefined ? [] : [['w', witness] as const]),
        ]),
    );
    return new Map<string, Cbor>([
      ['i', bytesOf(id)],
      ['p', held],
    ]);
  });
  const whole = new Map<string, Cbor>([
    ['t', keysets],
    ...(memo === '' ? [] : [['d', memo] as const]),
    ['m', mint],
    ['u', unit],
  ]);
  return `cashuB${urlText(writeCbor(whole))}`;
}

/**
 * Return the address of a mint in the form that is stored and compared: http or https, without a
 * trailing slash. `undefined` if it is not such an address.
 */
export function mintAddress(text: string): string | undefined {
  const url =
    text.length <= MAX_MINT && URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined;
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/{1,64}$/, '')}`;
}

export function worthOf(proofs: readonly Pick<Proof, 'amount'>[]): number {
  return proofs.reduce((sum, { amount }) => sum + amount, 0);
}

/** ECASH-02: amounts are powers of two. */
export function isPower(amount: unknown): amount is number {
  return (
    typeof amount === 'number' &&
    amount >= 1 &&
    amount <= MAX_AMOUNT &&
    Number.isInteger(Math.log2(amount))
  );
}

/** Read one proof from plain JSON: from a token, a mint or the store. */
export function readProof(value: unknown): Proof | undefined {
  if (!isRecord(value)) return undefined;
  const [id, amount, secret, C] = ['id', 'amount', 'secret', 'C'].map((key) => field(value, key));
  if (
    typeof id !== 'string' ||
    !isKeysetId(id) ||
    typeof amount !== 'number' ||
    !Number.isSafeInteger(amount)
  )
    return undefined;
  if (
    typeof secret !== 'string' ||
    secret === '' ||
    secret.length > MAX_SECRET ||
    typeof C !== 'string' ||
    !isPoint(C)
  )
    return undefined;
  return {
    id,
    amount,
    secret: secretOf(secret),
    C,
    dleq: dleqOf(field(value, 'dleq')),
    witness: witnessOf(field(value, 'witness')),
  };
}

/** A malformed DLEQ proof is ignored. */
function dleqOf(value: unknown): Dleq | undefined {
  if (!isRecord(value)) return undefined;
  const [e, s, r] = ['e', 's', 'r'].map((part) => field(value, part));
  const isPart = (part: unknown): part is string => typeof part === 'string' && isHex(part, 64);
  return isPart(e) && isPart(s) && isPart(r) ? { e, s, r } : undefined;
}

/** Accepts JSON text, or the object that it encodes (NUT-11). */
function witnessOf(value: unknown): string | undefined {
  const text = isRecord(value) ? JSON.stringify(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= MAX_WITNESS ? text : undefined;
}

/** Return plain JSON with the secret in the clear, for encryption or for a token. */
export function plainOf({ secret, ...proof }: Proof): object {
  return { ...proof, secret: secret.reveal() ?? '' };
}

/** True if the text has the form of a curve point in hex. */
export function isPoint(text: string): boolean {
  return isHex(text, 66) && (text.startsWith('02') || text.startsWith('03'));
}

/**
 * True for an old keyset id (12 characters of base64) or a current one (hex with a version byte).
 */
export function isKeysetId(id: string): boolean {
  return (
    (isHex(id, 16) && (id.startsWith('00') || id.startsWith('01'))) ||
    (isHex(id, 66) && id.startsWith('01')) ||
    isOldKeysetId(id)
  );
}

/** ECASH-02: an old id is the first 12 characters of the base64 of a SHA-256 over the keys. */
export function isOldKeysetId(id: string): boolean {
  return id.length === 12 && base64Bytes(id) !== undefined;
}

function tokenOfJson(value: unknown): CashuToken | undefined {
  if (!isRecord(value)) return undefined;
  const entries = field(value, 'token');
  if (!Array.isArray(entries)) return undefined;
  const unit = field(value, 'unit');
  const raw = entries.map((entry: unknown): RawEntry => {
    const proofs = isRecord(entry) ? field(entry, 'proofs') : undefined;
    return {
      mint: isRecord(entry) ? field(entry, 'mint') : undefined,
      proofs: Array.isArray(proofs) ? proofs : [],
    };
  });
  return tokenOf(raw, unit, field(value, 'memo'));
}

function tokenOfCbor(value: Cbor | undefined): CashuToken | undefined {
  if (!isMap(value)) return undefined;
  const keysets = value.get('t');
  if (!Array.isArray(keysets)) return undefined;
  const proofs = keysets.flatMap((keyset: Cbor): readonly unknown[] => {
    const held = isMap(keyset) ? keyset.get('p') : undefined;
    const id = isMap(keyset) ? keyset.get('i') : undefined;
    return Array.isArray(held) ? held.map((proof: Cbor) => plainProof(id, proof)) : [undefined];
  });
  return tokenOf([{ mint: value.get('m'), proofs }], value.get('u'), value.get('d'));
}

function plainProof(id: Cbor | undefined, proof: Cbor): unknown {
  if (!isMap(proof)) return undefined;
  const [C, dleq] = [proof.get('c'), proof.get('d')];
  const hex = (part: Cbor | undefined) => (part instanceof Uint8Array ? hexOf(part) : undefined);
  return {
    id: hex(id),
    amount: proof.get('a'),
    secret: proof.get('s'),
    C: hex(C),
    dleq: isMap(dleq)
      ? { e: hex(dleq.get('e')), s: hex(dleq.get('s')), r: hex(dleq.get('r')) }
      : undefined,
    witness: proof.get('w'),
  };
}

interface RawEntry {
  readonly mint: unknown;
  readonly proofs: readonly unknown[];
}

function tokenOf(raw: readonly RawEntry[], unit: unknown, memo: unknown): CashuToken | undefined {
  const isUnit =
    unit === undefined || (typeof unit === 'string' && unit !== '' && unit.length <= MAX_UNIT);
  if (raw.length === 0 || raw.length > MAX_ENTRIES || !isUnit) return undefined;
  const entries: TokenEntry[] = [];
  const failed: { mint: string; fault: EntryFault }[] = [];
  const seen = new Set<string>();
  for (const one of raw) {
    const entry = entryOf(one, unit ?? 'sat', seen);
    if (typeof entry === 'string')
      failed.push({
        mint: typeof one.mint === 'string' ? clip(one.mint, MAX_MINT) : '',
        fault: entry,
      });
    else entries.push(entry);
  }
  return { entries, failed, memo: typeof memo === 'string' ? clip(memo, MAX_MEMO) : '' };
}

function entryOf(raw: RawEntry, unit: string, seen: Set<string>): TokenEntry | EntryFault {
  const mint = typeof raw.mint === 'string' ? mintAddress(raw.mint) : undefined;
  if (mint === undefined) return 'mint';
  if (raw.proofs.length > MAX_PROOFS) return 'tooMany';
  const proofs = raw.proofs.flatMap((proof) => readProof(proof) ?? []);
  if (proofs.length === 0 || proofs.length < raw.proofs.length) return 'proofs';
  if (!proofs.every(({ amount }) => isPower(amount))) return 'amount';
  const secrets = proofs.map(({ secret }) => secret.reveal() ?? '');
  if (secrets.some(isForNobody)) return 'locked';
  if (new Set(secrets).size < secrets.length || secrets.some((secret) => seen.has(secret)))
    return 'doubled';
  for (const secret of secrets) seen.add(secret);
  return { mint, unit, proofs };
}

function isForNobody(secret: string): boolean {
  const lock = readLock(secret);
  return lock === 'other' || lock === 'malformed';
}

function isMap(value: Cbor | undefined): value is ReadonlyMap<string, Cbor> {
  return value instanceof Map;
}

function isHexText(text: string): boolean {
  return text.length % 2 === 0 && isHex(text, text.length);
}

/**
 * Decode base64url (RFC 4648, 5), with or without padding. The standard alphabet is accepted too,
 * because old tokens use it.
 */
function urlBytes(text: string): Uint8Array | undefined {
  const plain = text
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return base64Bytes(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
}

function urlText(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
