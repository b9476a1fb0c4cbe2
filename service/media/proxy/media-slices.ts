import type { IncomingMessage } from 'node:http';
import { type Network, NotFound, openAddress, readAtMost } from '../../public-network.ts';
import type { DownloadQueue } from './download-queue.ts';
import { PROXY_AGENT } from './fetch-original.ts';
import { SNIFFED_BYTES, sniffType } from './sniff-type.ts';

/** A part of a video or sound, as its host sends it. Both ends are inclusive. */
interface Slice {
  readonly mime: string;
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

/** The reason for no slice, as an HTTP status. 416: the medium is shorter. */
export type SliceFault = 404 | 415 | 416 | 502 | 503;

/** Fetches parts of videos and sounds. Nothing of them is stored. */
export type Slices = (url: string, start: number, from: string) => Promise<Slice | SliceFault>;

/** Bytes of a part. A player asks for the next one. */
export const SLICE = 2 * 2 ** 20;
const DEADLINE = 30_000;
const MOST_TYPES = 1_000;
const ACCEPT = 'video/*,audio/*';

interface Opened {
  readonly network: Network;
  readonly downloads: DownloadQueue;
}

/** Open the source of slices. The type of a medium is known by its first bytes. */
export function openSlices({ network, downloads }: Opened): Slices {
  const types = new Map<string, string>();
  const typeOf = async (url: string, start: number, bytes: Uint8Array) => {
    const known = types.get(url);
    if (known !== undefined) return known;
    const head = start === 0 ? { bytes } : await fetchPart(url, network, 0, SNIFFED_BYTES);
    const type = typeof head === 'number' ? undefined : sniffType(head.bytes);
    if (type?.is !== 'stream') return undefined;
    if (types.size >= MOST_TYPES) types.clear();
    types.set(url, type.mime);
    return type.mime;
  };
  const slice = async (url: string, start: number): Promise<Slice | SliceFault> => {
    const part = await fetchPart(url, network, start, SLICE);
    if (typeof part === 'number') return part;
    const mime = await typeOf(url, part.start, part.bytes);
    return mime === undefined ? 415 : { mime, ...part };
  };
  return async (url, start, from) => {
    const found = await downloads(from, () => slice(url, start));
    return found === 'busy' ? 503 : found;
  };
}

/** Fetch a part of a file. It ends earlier if the file does. */
export async function fetchPart(
  url: string,
  network: Network,
  start: number,
  length: number,
): Promise<Omit<Slice, 'mime'> | SliceFault> {
  try {
    const { response } = await openAddress(url, network, {
      signal: AbortSignal.timeout(DEADLINE),
      accept: ACCEPT,
      agent: PROXY_AGENT,
      range: `bytes=${start}-${start + length - 1}`,
    });
    try {
      return await readPart(response, start, length);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (!(error instanceof NotFound)) return 502;
    return error.status === 416 ? 416 : 404;
  }
}

/** A host that ignores ranges is used for media that fit into one part. */
async function readPart(
  response: IncomingMessage,
  start: number,
  length: number,
): Promise<Omit<Slice, 'mime'> | SliceFault> {
  const whole = Number(response.headers['content-length'] ?? Number.NaN);
  const named = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(
    response.headers['content-range'] ?? '',
  );
  const [first, last, total] =
    response.statusCode === 206
      ? [Number(named?.[1]), Number(named?.[2]), Number(named?.[3])]
      : [0, whole - 1, whole];
  const size = last - first + 1;
  const fits = first === start && size > 0 && size <= length && last < total;
  if (!fits) return 502;
  const bytes = await readAtMost(response, size);
  return bytes?.byteLength === size ? { start, end: last, total, bytes } : 502;
}
