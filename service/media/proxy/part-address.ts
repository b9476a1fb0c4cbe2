import { createHmac, timingSafeEqual } from 'node:crypto';
import { oneOf } from '../../../src/events/core/json.ts';
import type { PartUse } from './playlist-text.ts';

const isUse = oneOf(['playlist', 'part', 'sealed', 'key'] as const satisfies PartUse[]);
/** Letters of a mark: 128 bits. */
const LENGTH = 22;

/** Read the use that a request names (`k`). */
export function readUse(text: string | null): PartUse | undefined {
  return isUse(text) ? text : undefined;
}

/**
 * Return the path of an address that a playlist names. Its mark shows that this service wrote it,
 * because no event names the parts of a stream.
 */
export function partPath(secret: string, use: PartUse, url: string): string {
  const mark = markOf(secret, use, url);
  return `/media-cache?s=o&a=1&k=${use}&m=${mark}&u=${encodeURIComponent(url)}`;
}

/** True if this service, or another process with its store, wrote that path. */
export function isMarked(secret: string, use: PartUse, url: string, mark: string): boolean {
  const right = Buffer.from(markOf(secret, use, url));
  const given = Buffer.from(mark);
  return given.byteLength === right.byteLength && timingSafeEqual(given, right);
}

function markOf(secret: string, use: PartUse, url: string): string {
  return createHmac('sha256', secret).update(`${use}\n${url}`).digest('base64url').slice(0, LENGTH);
}
