import { createHmac, timingSafeEqual } from 'node:crypto';
import { oneOf } from '../../../src/events/core/json.ts';
import type { PartUse } from './playlist-text.ts';

const isUse = oneOf(['playlist', 'part', 'sealed', 'key'] as const satisfies PartUse[]);
/** Letters of a mark: 128 bits. */
const LENGTH = 22;
/** Seconds. A mark counts until the end of the next day. */
const DAY = 86_400;

/** Marks the addresses that playlists name. `now`: in seconds. */
export interface Marks {
  /** Shared by all processes of a service. */
  readonly secret: string;
  readonly now: () => number;
}

/** Read the use that a request names (`k`). */
export function readUse(text: string | null): PartUse | undefined {
  return isUse(text) ? text : undefined;
}

/**
 * Return the path of an address that a playlist names. Its mark shows that this service wrote it,
 * because no event names the parts of a stream.
 */
export function partPath({ secret, now }: Marks, use: PartUse, url: string): string {
  const mark = markOf(secret, dayOf(now()), `${use}\n${url}`);
  return `/media-cache?s=o&a=1&k=${use}&m=${mark}&u=${encodeURIComponent(url)}`;
}

/** True if this service, or another process with its store, wrote that path today or yesterday. */
export function isMarked({ secret, now }: Marks, use: PartUse, url: string, mark: string): boolean {
  const given = Buffer.from(mark);
  const today = dayOf(now());
  return [today, today - 1].some((day) => {
    const right = Buffer.from(markOf(secret, day, `${use}\n${url}`));
    return given.byteLength === right.byteLength && timingSafeEqual(given, right);
  });
}

function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

function markOf(secret: string, day: number, named: string): string {
  const mac = createHmac('sha256', secret).update(`${day}\n${named}`);
  return mac.digest('base64url').slice(0, LENGTH);
}
