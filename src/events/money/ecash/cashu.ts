import { type Secret, secretOf } from '../../account/keys/secret.ts';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { bytesOf, hexOf, isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { clip } from '../../core/text.ts';
import { type Cbor, readCbor, writeCbor } from './cbor.ts';
import { readLock } from './p2pk.ts';

/**
 * A piece of ecash (NUT-00): whoever knows its secret has it. `id`: the keyset whose key for that amount signed it; `C`: the signature, by which
 * it is named here, as nobody can spend it with that alone.
 */
export interface Proof {
  readonly id: string;
  readonly amount: number;
  readonly secret: Secret<string>;
  readonly C: string;
  /** Shows that its mint signed it (NUT-12). What is read of a token is not checked by that. */
  readonly dleq?: Dleq | undefined;
  /** What opens it where it is locked, as JSON (NUT-10). */
  readonly witness?: string | undefined;
}

/** `r` is for whoever gets the proof; with it a mint could tell whom it gave it to. All 32 bytes in hex. */
interface Dleq {
  readonly e: string;
  readonly s: string;
  readonly r: string;
}

/** What a token holds of one mint. `mint`: its address as `mintAddress` writes it. */
export interface TokenEntry {
  readonly mint: string;
  readonly unit: string;
  readonly proofs: readonly Proof[];
}

/** Why nothing can be made of an entry (ECASH-01). `locked`: on a condition that nobody here can meet (NUT-10). */
type EntryFault = 'mint' | 'proofs' | 'amount' | 'doubled' | 'locked' | 'tooMany';

/** Entries that were read, and those that were not, with why: tokensWithErrors. */
export interface CashuToken {
  readonly entries: readonly TokenEntry[];
  readonly failed: readonly { readonly mint: string; readonly fault: EntryFault }[];
  readonly memo: string;
}

/** E-42: a mint takes hundreds of proofs in one go, hardly thousands. */
export const MAX_PROOFS = 500;
const MAX_ENTRIES = 20;
/** Characters. */
const MAX_TOKEN = 100_000;
const MAX_MINT = 300;
const MAX_MEMO = 500;
/** Room for a condition with a dozen keys (NUT-11). */
const MAX_SECRET = 1_024;
/** A signature of each of them. */
const MAX_WITNESS = 2_048;
const MAX_UNIT = 16;
/** The largest power of two of which many still add up exactly. */
const MAX_AMOUNT = 2 ** 43;

/**
 * Reads a token of version 3 (cashuA, JSON) or 4 (cashuB, CBOR), with or without `cashu:` before it (NUT-00). Undefined: it is none. Whether it
 * is worth anything only its mint can say, which is not asked here.
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
 * One mint's proofs as a token: version 4, or version 3 where a keyset has an id of the old kind, which version 4 cannot hold. What shows that the
 * mint signed them goes with it (NUT-12) as long as it all fits a QR code, and with what is locked always: who gets that may redeem it later.
 */
export function writeToken(entry: TokenEntry, memo = ''): string {
  const whole = textOfToken(entry, memo);
  const isLocked = entry.proofs.some(({ secret }) => typeof readLock(secret.reveal() ?? '') === 'object');
  if (whole.length <= MAX_SHOWN || isLocked) return whole;
  return textOfToken({ ...entry, proofs: entry.proofs.map((proof) => ({ ...proof, dleq: undefined })) }, memo);
}

function textOfToken({ mint, unit, proofs }: TokenEntry, memo: string): string {
  const isNew = proofs.every(({ id, C }) => isHexText(id) && isHexText(C));
  if (!isNew) {
    const plain = proofs.map(plainOf);
    const json = JSON.stringify({ token: [{ mint, proofs: plain }], unit, ...(memo === '' ? {} : { memo }) });
    return `cashuA${urlText(new TextEncoder().encode(json))}`;
  }
  const keysets = [...Map.groupBy(proofs, ({ id }) => id)].map(([id, of]): Cbor => {
    const held = of.map(
      ({ amount, secret, C, dleq, witness }): Cbor =>
        new Map<string, Cbor>([
          ['a', amount],
          ['s', secret.reveal() ?? ''],
          ['c', bytesOf(C)],
          ...(dleq ? [['d', new Map((['e', 's', 'r'] as const).map((part) => [part, bytesOf(dleq[part])]))] as const] : []),
          ...(witness === undefined ? [] : [['w', witness] as const]),
        ]),
    );
    return new Map<string, Cbor>([
      ['i', bytesOf(id)],
      ['p', held],
    ]);
  });
  const whole = new Map<string, Cbor>([['t', keysets], ...(memo === '' ? [] : [['d', memo] as const]), ['m', mint], ['u', unit]]);
  return `cashuB${urlText(writeCbor(whole))}`;
}

/** The address of a mint as it is kept and compared: http or https, without a slash at its end. Undefined: it is no such address. */
export function mintAddress(text: string): string | undefined {
  const url = text.length <= MAX_MINT && URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/{1,64}$/, '')}`;
}

/** What proofs are worth, in their unit. */
export function worthOf(proofs: readonly Pick<Proof, 'amount'>[]): number {
  return proofs.reduce((sum, { amount }) => sum + amount, 0);
}

/** ECASH-02: amounts are powers of two. */
export function isPower(amount: unknown): amount is number {
  return typeof amount === 'number' && amount >= 1 && amount <= MAX_AMOUNT && Number.isInteger(Math.log2(amount));
}

/** Reads one proof of plain JSON: of a token, of a mint, or of what was kept. */
export function readProof(value: unknown): Proof | undefined {
  if (!isRecord(value)) return undefined;
  const [id, amount, secret, C] = ['id', 'amount', 'secret', 'C'].map((key) => field(value, key));
  if (typeof id !== 'string' || !isKeysetId(id) || typeof amount !== 'number' || !Number.isSafeInteger(amount)) return undefined;
  if (typeof secret !== 'string' || secret === '' || secret.length > MAX_SECRET || typeof C !== 'string' || !isPoint(C)) return undefined;
  const dleq = dleqOf(field(value, 'dleq'));
  const witness = witnessOf(field(value, 'witness'));
  return { id, amount, secret: secretOf(secret), C, ...(dleq && { dleq }), ...(witness !== undefined && { witness }) };
}

/** What is no such proof shows nothing, and counts as none. */
function dleqOf(value: unknown): Dleq | undefined {
  if (!isRecord(value)) return undefined;
  const [e, s, r] = ['e', 's', 'r'].map((part) => field(value, part));
  const isPart = (part: unknown): part is string => typeof part === 'string' && isHex(part, 64);
  return isPart(e) && isPart(s) && isPart(r) ? { e, s, r } : undefined;
}

/** A text of JSON, or what it would say (NUT-11). */
function witnessOf(value: unknown): string | undefined {
  const text = isRecord(value) ? JSON.stringify(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= MAX_WITNESS ? text : undefined;
}

/** In plain JSON with its secret: for who seals it, or gives it away. */
export function plainOf({ secret, ...proof }: Proof): object {
  return { ...proof, secret: secret.reveal() ?? '' };
}

/** A point of the curve in hex, as to its form. */
export function isPoint(text: string): boolean {
  return isHex(text, 66) && (text.startsWith('02') || text.startsWith('03'));
}

/** Ids of keysets: of the old kind 12 characters of base64, of today's hex with a byte that says the version. */
export function isKeysetId(id: string): boolean {
  return (isHex(id, 16) && (id.startsWith('00') || id.startsWith('01'))) || (isHex(id, 66) && id.startsWith('01')) || isOldKeysetId(id);
}

/** ECASH-02: the first 12 characters of the base64 of a SHA-256 over the keys. */
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
    return { mint: isRecord(entry) ? field(entry, 'mint') : undefined, proofs: Array.isArray(proofs) ? proofs : [] };
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
    dleq: isMap(dleq) ? { e: hex(dleq.get('e')), s: hex(dleq.get('s')), r: hex(dleq.get('r')) } : undefined,
    witness: proof.get('w'),
  };
}

interface RawEntry {
  readonly mint: unknown;
  readonly proofs: readonly unknown[];
}

function tokenOf(raw: readonly RawEntry[], unit: unknown, memo: unknown): CashuToken | undefined {
  const isUnit = unit === undefined || (typeof unit === 'string' && unit !== '' && unit.length <= MAX_UNIT);
  if (raw.length === 0 || raw.length > MAX_ENTRIES || !isUnit) return undefined;
  const entries: TokenEntry[] = [];
  const failed: { mint: string; fault: EntryFault }[] = [];
  const seen = new Set<string>();
  for (const one of raw) {
    const entry = entryOf(one, unit ?? 'sat', seen);
    if (typeof entry === 'string') failed.push({ mint: typeof one.mint === 'string' ? clip(one.mint, MAX_MINT) : '', fault: entry });
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
  if (new Set(secrets).size < secrets.length || secrets.some((secret) => seen.has(secret))) return 'doubled';
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

/** Base64 for addresses (RFC 4648, 5), with or without padding; the other alphabet is taken, too, as old tokens have it. */
function urlBytes(text: string): Uint8Array | undefined {
  let end = text.length;
  while (end > text.length - 2 && text[end - 1] === '=') end--;
  const plain = text.slice(0, end).replaceAll('-', '+').replaceAll('_', '/');
  return plain === '' ? undefined : base64Bytes(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
}

function urlText(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
