import { safeMediaUrl } from '../core/url.ts';
import { mediaServerOrigin } from '../account/lists/list-definitions.ts';
import { type Draft, type SignedEvent, type Tag, tagValue } from '../nostr/event.ts';
import { field, isRecord } from '../core/json.ts';
import { KIND } from '../nostr/kinds.ts';
import { clipLine } from '../core/text.ts';
import { inSeconds, plus, seconds, type Seconds } from '../core/time.ts';
import { blobHash } from './blob.ts';
import type { Size } from './imeta.ts';
import { composed, type Ours } from '../nostr/ours.ts';
import type { MembershipTier } from '../account/membership/membership.ts';

/** What is known of a file before it is read. `size` in bytes. */
export interface UploadFile {
  readonly type: string;
  readonly size: number;
}

/** A file that lies on a server: its address, and what the note says of it (NIP-92). */
export interface Uploaded {
  readonly url: string;
  readonly tag: Tag;
}

const MEGABYTE = 2 ** 20;
const LIMITS: Readonly<Record<MembershipTier, number>> = { none: 100, premium: 1024, 'premium-legend': 10_240 };
/** Seconds for which a server may take the authorisation; a large file takes its time. */
const VALID = seconds(60 * 60);
/** Seconds it must still be valid to be used again. */
const SPARE = seconds(5 * 60);
const MOST_SERVERS = 10;
/** Characters of a description. */
const LONGEST_ALT = 1_000;

/** Why a file is not uploaded: only pictures and videos are, and only up to the tier's limit (MEDIA-01). */
export function uploadFault({ type, size }: UploadFile, tier: MembershipTier): 'kind' | 'size' | undefined {
  if (!/^(image|video)\/[\w.+-]+$/.test(type)) return 'kind';
  return size > uploadLimit(tier) ? 'size' : undefined;
}

/** How large a file may be. Bytes. */
export function uploadLimit(tier: MembershipTier): number {
  return LIMITS[tier] * MEGABYTE;
}

/**
 * What is signed so that a server takes the file of that SHA-256 within an hour (BUD-02, kind 24242). `servers`: origins;
 * no other takes it (BUD-11).
 */
export function uploadDraft(hash: string, now: Seconds, servers: readonly string[] = []): Ours<Draft> {
  const hosts = [...new Set(servers.flatMap((server) => URL.parse(server)?.hostname ?? []))];
  const tags = [
    ['t', 'upload'],
    ['x', hash],
    ['expiration', String(inSeconds(plus(now, VALID)))],
    ...hosts.map((host) => ['server', host]),
  ];
  return composed({ kind: KIND.BlossomAuth, content: 'media upload', tags });
}

/** Whether a server still takes what was signed. */
export function isAuthorized(event: SignedEvent, now: Seconds): boolean {
  return seconds(Number(tagValue(event, 'expiration'))) > plus(now, SPARE);
}

/** The origins where an account's files go, by its list (kind 10063, BUD-03), the first one first; `home` where it names none. */
export function serversIn(list: Pick<SignedEvent, 'tags'> | undefined, home: string): readonly string[] {
  const named = (list?.tags ?? []).flatMap(([name, text = '']) => (name === 'server' ? (mediaServerOrigin(text, home) ?? []) : []));
  return named.length > 0 ? [...new Set(named)].slice(0, MOST_SERVERS) : [home];
}

/** What was sent. `hash`: its SHA-256; `size` in bytes, `dim` in pixels where it could be told; `alt`: its description, '' for none. */
export interface Sent {
  readonly hash: string;
  readonly type: string;
  readonly size: number;
  readonly dim: Size | undefined;
  readonly alt: string;
}

/**
 * Reads a server's blob descriptor (BUD-02). Undefined where it is none, where its address does not pass the url policy (TRUST-04), or where it
 * names another file than the one that was sent. `home` as in `safeMediaUrl`.
 */
export function readDescriptor(answer: unknown, sent: Sent, home?: string): Uploaded | undefined {
  if (!isRecord(answer)) return undefined;
  const [address, hash] = [field(answer, 'url'), field(answer, 'sha256')];
  const url = typeof address === 'string' ? safeMediaUrl(address, home) : undefined;
  if (url === undefined || hash !== sent.hash || blobHash(url) !== hash) return undefined;
  return { url, tag: imetaTag(url, sent) };
}

/** Whether a server's answer describes the file with that hash (BUD-02). */
export function isBlob(answer: unknown, hash: string): boolean {
  return isRecord(answer) && field(answer, 'sha256') === hash;
}

/** What a note says of a file in it (NIP-92). No server changed it, so both hashes are one. */
function imetaTag(url: string, { hash, type, size, dim, alt }: Sent): Tag {
  const sides = dim ? [`dim ${dim.width}x${dim.height}`] : [];
  return describedTag(['imeta', `url ${url}`, `m ${type}`, `x ${hash}`, `ox ${hash}`, `size ${size}`, ...sides], alt);
}

/** An imeta tag with that description instead of its own; without any where it is empty. */
export function describedTag(tag: Tag, alt: string): Tag {
  const words = clipLine(alt, LONGEST_ALT);
  return [...tag.filter((part) => !part.startsWith('alt ')), ...(words === '' ? [] : [`alt ${words}`])];
}
