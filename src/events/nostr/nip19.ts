import { decodeBech32, encodeBech32, wordsToBytes } from './bech32.ts';
import { safeRelayUrl } from '../core/url.ts';
import { bytesOf, hexOf, isHex } from '../core/hex.ts';
import { clip } from '../core/text.ts';

const MAX_LENGTH = 5_000;
const MAX_HINTS = 10;
const MAX_KIND = 65_535;

/**
 * The content of a NIP-19 text. Keys and ids in hex. A secret key is recognised but not included:
 * see `secretKeyOf`.
 */
export type Entity =
  | { readonly type: 'npub'; readonly pubkey: string }
  | { readonly type: 'nprofile'; readonly pubkey: string; readonly relays: readonly string[] }
  | { readonly type: 'note'; readonly id: string }
  | EventEntity
  | AddressEntity
  | { readonly type: 'nsec' };

interface EventEntity {
  readonly type: 'nevent';
  readonly id: string;
  readonly relays: readonly string[];
  readonly author: string | undefined;
  readonly kind: number | undefined;
}

interface AddressEntity {
  readonly type: 'naddr';
  readonly kind: number;
  readonly pubkey: string;
  readonly identifier: string;
  readonly relays: readonly string[];
}

/**
 * Read a NIP-19 text; `undefined` for anything else. At most 5,000 characters, and at most 10 relay
 * hints that pass the url policy (E-23).
 */
export function decode(text: string): Entity | undefined {
  const bech32 = decodeBech32(text, MAX_LENGTH);
  const bytes = bech32 && wordsToBytes(bech32.words);
  if (!bech32 || !bytes) return undefined;
  switch (bech32.prefix) {
    case 'npub':
      return bytes.length === 32 ? { type: 'npub', pubkey: hexOf(bytes) } : undefined;
    case 'note':
      return bytes.length === 32 ? { type: 'note', id: hexOf(bytes) } : undefined;
    case 'nsec':
      return bytes.length === 32 ? { type: 'nsec' } : undefined;
    case 'nprofile':
      return readProfile(readTlv(bytes));
    case 'nevent':
      return readEventEntity(readTlv(bytes));
    case 'naddr':
      return readAddress(readTlv(bytes));
    default:
      return undefined;
  }
}

/**
 * As `decode`, but also accepts a `nostr:` prefix (NIP-21). A secret key in a uri is refused,
 * because NIP-21 forbids it.
 */
export function decodeUri(text: string): Entity | undefined {
  const named = text.replace(/^nostr:(?:\/\/)?/i, '');
  const entity = decode(named);
  return named !== text && entity?.type === 'nsec' ? undefined : entity;
}

/**
 * Return the 32 bytes of an nsec (ACCOUNT-02); `undefined` for anything else. Only signing code
 * should call it.
 */
export function secretKeyOf(text: string): Uint8Array | undefined {
  const bech32 = decodeBech32(text, 90);
  const bytes = bech32?.prefix === 'nsec' ? wordsToBytes(bech32.words) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}

/**
 * Encode the bare key of an account. All encoders below return `undefined` if the key is not 64
 * characters of lower-case hex.
 */
export function npubOf(pubkey: string): string | undefined {
  return isHex(pubkey, 64) ? encodeBech32('npub', bytesOf(pubkey)) : undefined;
}

export function note1Of(id: string): string | undefined {
  return isHex(id, 64) ? encodeBech32('note', bytesOf(id)) : undefined;
}

/**
 * Encode an account with relay hints. Hints above 10, and those that the url policy refuses, are
 * left out.
 */
export function nprofileOf(pubkey: string, relays: readonly string[] = []): string | undefined {
  return isHex(pubkey, 64)
    ? encodeBech32('nprofile', tlv([[0, bytesOf(pubkey)], ...hints(relays)]))
    : undefined;
}

export function neventOf(event: {
  id: string;
  relays?: readonly string[] | undefined;
  author?: string | undefined;
  kind?: number | undefined;
}): string | undefined {
  if (!isHex(event.id, 64)) return undefined;
  const author: Tlv =
    event.author !== undefined && isHex(event.author, 64) ? [[2, bytesOf(event.author)]] : [];
  const kind: Tlv =
    event.kind !== undefined && isKind(event.kind) ? [[3, bigEndian(event.kind)]] : [];
  return encodeBech32(
    'nevent',
    tlv([[0, bytesOf(event.id)], ...hints(event.relays ?? []), ...author, ...kind]),
  );
}

/** `undefined` also if the identifier is longer than 255 bytes, the maximum of NIP-19. */
export function naddrOf(address: {
  kind: number;
  pubkey: string;
  identifier: string;
  relays?: readonly string[] | undefined;
}): string | undefined {
  const identifier = new TextEncoder().encode(address.identifier);
  if (!isKind(address.kind) || !isHex(address.pubkey, 64) || identifier.length > 255)
    return undefined;
  return encodeBech32(
    'naddr',
    tlv([
      [0, identifier],
      ...hints(address.relays ?? []),
      [2, bytesOf(address.pubkey)],
      [3, bigEndian(address.kind)],
    ]),
  );
}

/** Return the short form of an account without a name (NOTE-17): `npub1abcde…wxyz`. */
export function shortNpub(pubkey: string): string {
  const npub = npubOf(pubkey);
  return npub ? `${npub.slice(0, 10)}…${npub.slice(-4)}` : clip(pubkey, 12);
}

type Tlv = ReadonlyArray<readonly [type: number, value: Uint8Array]>;

function readTlv(bytes: Uint8Array): Tlv | undefined {
  const rows: Array<readonly [number, Uint8Array]> = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at + 1] ?? bytes.length);
    if (end > bytes.length) return undefined;
    rows.push([bytes[at] ?? 0, bytes.subarray(at + 2, end)]);
    at = end;
  }
  return rows;
}

function readProfile(rows: Tlv | undefined): Entity | undefined {
  const pubkey = rows && key(rows, 0);
  return pubkey ? { type: 'nprofile', pubkey, relays: readHints(rows) } : undefined;
}

function readEventEntity(rows: Tlv | undefined): Entity | undefined {
  const id = rows && key(rows, 0);
  if (!id) return undefined;
  const author = key(rows, 2);
  const kind = kindOf(rows);
  if ((author === undefined && value(rows, 2)) || (kind === undefined && value(rows, 3)))
    return undefined;
  return { type: 'nevent', id, relays: readHints(rows), author, kind };
}

function readAddress(rows: Tlv | undefined): Entity | undefined {
  const name = rows && value(rows, 0);
  const identifier = name && utf8(name);
  if (identifier === undefined || !rows) return undefined;
  const pubkey = key(rows, 2);
  const kind = kindOf(rows);
  return pubkey !== undefined && kind !== undefined
    ? { type: 'naddr', kind, pubkey, identifier, relays: readHints(rows) }
    : undefined;
}

function value(rows: Tlv, type: number): Uint8Array | undefined {
  return rows.find((row) => row[0] === type)?.[1];
}

function key(rows: Tlv, type: number): string | undefined {
  const bytes = value(rows, type);
  return bytes?.length === 32 ? hexOf(bytes) : undefined;
}

function kindOf(rows: Tlv): number | undefined {
  const bytes = value(rows, 3);
  if (bytes?.length !== 4) return undefined;
  const kind = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return isKind(kind) ? kind : undefined;
}

function isKind(kind: number): boolean {
  return Number.isInteger(kind) && kind >= 0 && kind <= MAX_KIND;
}

function readHints(rows: Tlv): readonly string[] {
  const urls = rows.filter((row) => row[0] === 1).slice(0, MAX_HINTS);
  return urls.flatMap(([, bytes]) => safeRelayUrl(utf8(bytes) ?? '') ?? []);
}

/** Strict: a replaced byte or a dropped byte order mark would change the identifier. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hints(relays: readonly string[]): Tlv {
  const urls = relays
    .flatMap((url) => safeRelayUrl(url) ?? [])
    .map((url) => new TextEncoder().encode(url));
  return urls
    .filter((url) => url.length <= 255)
    .slice(0, MAX_HINTS)
    .map((url) => [1, url]);
}

function bigEndian(kind: number): Uint8Array {
  return Uint8Array.of(kind >>> 24, (kind >>> 16) & 255, (kind >>> 8) & 255, kind & 255);
}

function tlv(rows: Tlv): Uint8Array {
  return Uint8Array.from(rows.flatMap(([type, bytes]) => [type, bytes.length, ...bytes]));
}
