import type { IncomingMessage } from 'node:http';
import {
  isEncoded,
  type Network,
  NotFound,
  readAddress,
  readAtMost,
} from '../../public-network.ts';
import type { DownloadQueue } from './download-queue.ts';
import { PROXY_AGENT } from './fetch-original.ts';
import { openSharedWork } from './shared-work.ts';
import { SNIFFED_BYTES, sniffType } from './sniff-type.ts';

/** A part of a video or sound, as its host sends it. Both ends are inclusive. */
interface Slice {
  readonly mime: string;
  readonly start: number;
  readonly end: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

/** The reason for no slice, as an HTTP status. 416: the medium is shorter. 504: a timeout. */
export type SliceFault = 404 | 415 | 416 | 502 | 503 | 504;

/** Fetches parts of videos and sounds. Nothing of them is stored. */
export type Slices = (url: string, start: number, from: string) => Promise<Slice | SliceFault>;

/** Bytes of a part. A player asks for the next one. */
export const SLICE = 2 * 2 ** 20;
/** Timeout of the download of a part. Milliseconds. */
export const DEADLINE = 30_000;
const MOST_TYPES = 1_000;
const ACCEPT = 'video/*,audio/*';

interface Opened {
  readonly network: Network;
  readonly downloads: DownloadQueue;
}

/** Open the source of slices. The type of a medium is known by its first bytes. */
export function openSlices({ network, downloads }: Opened): Slices {
  const typeOf = openPartTypes(network, (head) => {
    const type = sniffType(head);
    return type?.is === 'stream' ? type.mime : undefined;
  });
  const shared = openSharedWork<Slice | SliceFault | 'busy'>();
  const slice = async (url: string, start: number): Promise<Slice | SliceFault> => {
    const part = await fetchPart(url, network, { start, length: SLICE });
    if (typeof part === 'number') return part;
    const mime = await typeOf(part);
    if (mime === undefined) return 415;
    const { end, total, bytes } = part;
    return { mime, start: part.start, end, total, bytes };
  };
  return async (url, start, from) => {
    const work = () => downloads(from, () => slice(url, start));
    const found = await shared(`${start} ${url}`, work);
    return found === 'busy' ? 503 : found;
  };
}

/** Returns the type of the file that a part is of. `undefined`: it is none of the wanted ones. */
type PartTypes = (part: FetchedPart) => Promise<string | undefined>;

/**
 * Know the types of files by their first bytes, also for later parts. A type belongs to the address
 * after redirects, so that a host cannot show one file and send parts of another.
 */
export function openPartTypes(
  network: Network,
  typeOf: (head: Buffer) => string | undefined,
): PartTypes {
  const types = new Map<string, string>();
  return async (part) => {
    const { url, start, end, total } = part;
    const hasHead = start === 0 && (end === total - 1 || end >= SNIFFED_BYTES - 1);
    const known = hasHead ? undefined : types.get(url);
    if (known !== undefined) return known;
    const asked = { start: 0, length: SNIFFED_BYTES, redirects: 0 };
    const head = hasHead ? part : await fetchPart(url, network, asked);
    const type = typeof head === 'number' ? undefined : typeOf(head.bytes);
    if (type === undefined) return undefined;
    if (types.size >= MOST_TYPES) types.clear();
    types.set(url, type);
    return type;
  };
}

/** A part as its host sends it. `url`: its address after redirects. */
interface FetchedPart extends Omit<Slice, 'mime' | 'bytes'> {
  readonly url: string;
  readonly bytes: Buffer;
}

/** Fetch a part of a file. It ends earlier if the file does. */
export async function fetchPart(
  address: string,
  network: Network,
  asked: { readonly start: number; readonly length: number; readonly redirects?: number },
): Promise<FetchedPart | SliceFault> {
  const { start, length, redirects } = asked;
  const opening = {
    signal: AbortSignal.timeout(DEADLINE),
    accept: ACCEPT,
    agent: PROXY_AGENT,
    range: `bytes=${start}-${start + length - 1}`,
    ...(redirects !== undefined && { redirects }),
  };
  try {
    return await readAddress(address, network, opening, async (response, url) => {
      const part = await readPart(response, start, length);
      return typeof part === 'number' ? part : { ...part, url: url.href };
    });
  } catch (error) {
    if (opening.signal.aborted) return 504;
    if (!(error instanceof NotFound)) return 502;
    return error.status === 416 ? 416 : 404;
  }
}

/** A host that ignores ranges is used for media that fit into one part. */
async function readPart(
  response: IncomingMessage,
  start: number,
  length: number,
): Promise<Omit<FetchedPart, 'url'> | SliceFault> {
  if (isEncoded(response)) return 415;
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
