import { safeMediaUrl } from '../connection/url.ts';
import type { Draft, Tag } from '../event.ts';
import { isHex } from '../hex.ts';
import { field, isRecord } from '../json.ts';
import { KIND } from '../kinds.ts';

/** What decides how large a file may be (MEDIA-01). */
export type UploadTier = 'none' | 'premium' | 'premium-legend';

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
const LIMITS: Readonly<Record<UploadTier, number>> = { none: 100, premium: 1024, 'premium-legend': 10_240 };
/** Seconds for which a server may take the authorisation; a large file takes its time. */
const VALID = 60 * 60;

/** Why a file is not uploaded: only pictures and videos are, and only up to the tier's limit (MEDIA-01). */
export function uploadFault({ type, size }: UploadFile, tier: UploadTier): 'kind' | 'size' | undefined {
  if (!/^(image|video)\/[\w.+-]+$/.test(type)) return 'kind';
  return size > uploadLimit(tier) ? 'size' : undefined;
}

/** How large a file may be. Bytes. */
export function uploadLimit(tier: UploadTier): number {
  return LIMITS[tier] * MEGABYTE;
}

/** What is signed so that a server takes the file of that SHA-256 (BUD-02, kind 24242). `now` in seconds. */
export function uploadDraft(hash: string, now: number): Draft {
  const tags = [
    ['t', 'upload'],
    ['x', hash],
    ['expiration', String(now + VALID)],
  ];
  return { kind: KIND.BlossomAuth, content: 'media upload', tags };
}

/**
 * Reads a server's blob descriptor (BUD-02). Undefined where it is none, where its address does not pass the gate (TRUST-04), or where it
 * names another file than the one that was sent. `home` as in `safeMediaUrl`.
 */
export function readDescriptor(
  answer: unknown,
  sent: { readonly hash: string; readonly type: string },
  home?: string,
): Uploaded | undefined {
  if (!isRecord(answer)) return undefined;
  const [address, hash] = [field(answer, 'url'), field(answer, 'sha256')];
  const url = typeof address === 'string' ? safeMediaUrl(address, home) : undefined;
  if (url === undefined || typeof hash !== 'string' || !isHex(hash, 64) || hash !== sent.hash) return undefined;
  return { url, tag: ['imeta', `url ${url}`, `m ${sent.type}`, `x ${hash}`] };
}
