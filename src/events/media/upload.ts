import { safeMediaUrl } from '../core/url.ts';
import { quotedMessage, type UserMessage } from '../account/user-message.ts';
import { mediaServerOrigin } from '../account/lists/list-definitions.ts';
import { type Draft, type SignedEvent, type Tag, tagValue } from '../nostr/event.ts';
import { field, isRecord } from '../core/json.ts';
import { KIND } from '../nostr/kinds.ts';
import { clip, clipLine } from '../core/text.ts';
import { inSeconds, plus, seconds, type Seconds } from '../core/time.ts';
import { blobHash } from './blob.ts';
import type { Size } from './imeta.ts';
import { composed, type Ours } from '../nostr/ours.ts';
import type { MembershipTier } from '../account/membership/membership.ts';

/** Properties of a file before it is read. `size` in bytes. */
export interface UploadFile {
  readonly type: string;
  readonly size: number;
}

/** An uploaded file: its address, and its imeta tag for a note (NIP-92). */
export interface Uploaded {
  readonly url: string;
  readonly tag: Tag;
}

/** Reason of a failed upload. `reason`: the words of the server or the signer. */
export interface UploadFailure {
  readonly fault:
    | 'kind'
    | 'size'
    | 'damaged'
    | 'unreadable'
    | 'unsigned'
    | 'refused'
    | 'unreachable'
    | 'stalled'
    | 'other';
  readonly reason?: UserMessage | undefined;
}

const MEGABYTE = 2 ** 20;
const LIMITS: Readonly<Record<MembershipTier, number>> = {
  none: 100,
  premium: 1024,
  'premium-legend': 10_240,
};
/** Seconds for which a server accepts the authorisation. A large file takes long to upload. */
const VALID = seconds(60 * 60);
/** Seconds for which it must still be valid to be used again. */
const SPARE = seconds(5 * 60);
const MOST_SERVERS = 10;
/** Characters of a description. */
const LONGEST_ALT = 1_000;

/**
 * Return why a file cannot be uploaded: only pictures and videos up to the tier's limit can
 * (MEDIA-01).
 */
export function uploadFault(
  { type, size }: UploadFile,
  tier: MembershipTier,
): 'kind' | 'size' | undefined {
  if (!/^(image|video)\/[\w.+-]+$/.test(type)) return 'kind';
  return size > uploadLimit(tier) ? 'size' : undefined;
}

/** Return the maximum bytes of a file. */
export function uploadLimit(tier: MembershipTier): number {
  return LIMITS[tier] * MEGABYTE;
}

/**
 * Build the authorisation to upload the file with this SHA-256 within an hour (BUD-02, kind 24242).
 * `servers`: origins, the only ones that accept it (BUD-11).
 */
export function uploadDraft(
  hash: string,
  now: Seconds,
  servers: readonly string[] = [],
): Ours<Draft> {
  const hosts = [...new Set(servers.flatMap((server) => URL.parse(server)?.hostname ?? []))];
  const tags = [
    ['t', 'upload'],
    ['x', hash],
    ['expiration', String(inSeconds(plus(now, VALID)))],
    ...hosts.map((host) => ['server', host]),
  ];
  return composed({ kind: KIND.BlossomAuth, content: 'media upload', tags });
}

/** True if a server still accepts the authorisation. */
export function isAuthorized(event: SignedEvent, now: Seconds): boolean {
  return seconds(Number(tagValue(event, 'expiration'))) > plus(now, SPARE);
}

/**
 * Return the origins for an account's files, by its list (kind 10063, BUD-03), the main one first;
 * `home` if it names none.
 */
export function serversIn(
  list: Pick<SignedEvent, 'tags'> | undefined,
  home: string,
): readonly string[] {
  const named = (list?.tags ?? []).flatMap(([name, text = '']) =>
    name === 'server' ? (mediaServerOrigin(text, home) ?? []) : [],
  );
  return named.length > 0 ? [...new Set(named)].slice(0, MOST_SERVERS) : [home];
}

/**
 * A sent file. `hash`: its SHA-256. `size` in bytes. `dim` in pixels, if known. `alt`: its
 * description, '' for none.
 */
export interface Sent {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
  readonly dim: Size | undefined;
  readonly alt: string;
}

/**
 * Read a server's blob descriptor (BUD-02); `undefined` if it is invalid or names another file than
 * the sent one. It is also `undefined` if the address does not pass the url policy (TRUST-04).
 * `home` as in `safeMediaUrl`.
 */
export function readDescriptor(answer: unknown, sent: Sent, home?: string): Uploaded | undefined {
  if (!isRecord(answer)) return undefined;
  const [address, hash] = [field(answer, 'url'), field(answer, 'sha256')];
  const url = typeof address === 'string' ? safeMediaUrl(address, home) : undefined;
  if (url === undefined || hash !== sent.hash || blobHash(url) !== hash) return undefined;
  return { url, tag: imetaTag(url, sent) };
}

/** True if a server's response describes the file with this hash (BUD-02). */
export function isBlob(answer: unknown, hash: string): boolean {
  return isRecord(answer) && field(answer, 'sha256') === hash;
}

/** Build the imeta tag of a file (NIP-92). No server changed the file, so both hashes are equal. */
function imetaTag(url: string, { hash, type, size, dim, alt }: Sent): Tag {
  const sides = dim ? [`dim ${dim.width}x${dim.height}`] : [];
  return describedTag(
    ['imeta', `url ${url}`, `m ${type}`, `x ${hash}`, `ox ${hash}`, `size ${size}`, ...sides],
    alt,
  );
}

/** Replace the description in an imeta tag, as it is published; an empty one removes it. */
export function describedTag(tag: Tag, alt: string): Tag {
  return withAlt(tag, clipLine(alt, LONGEST_ALT));
}

/**
 * Replace the description in the imeta tag of an unfinished text. It stays as typed: a space at its
 * end may start the next word.
 */
export function typedAlt(tag: Tag, alt: string): Tag {
  return withAlt(tag, clip(alt, LONGEST_ALT));
}

/** Return the description in an imeta tag as it was typed, empty if there is none. */
export function altOf(tag: Tag): string {
  return tag.find((part) => part.startsWith('alt '))?.slice('alt '.length) ?? '';
}

function withAlt(tag: Tag, alt: string): Tag {
  return [...tag.filter((part) => !part.startsWith('alt ')), ...(alt === '' ? [] : [`alt ${alt}`])];
}

const LONGEST_REASON = 200;

/** Return the failure of a refused upload: the reason of the server, or else its status. */
export function refusedUpload(reason: string, status: number): UploadFailure {
  return {
    fault: 'refused',
    reason: quotedMessage(clipLine(reason, LONGEST_REASON) || `HTTP ${status}`),
  };
}
