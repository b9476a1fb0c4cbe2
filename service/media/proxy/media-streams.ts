import type { IncomingMessage } from 'node:http';
import {
  isEncoded,
  type Network,
  NotFound,
  openAddress,
  readAtMost,
} from '../../public-network.ts';
import type { DownloadQueue } from './download-queue.ts';
import { PROXY_AGENT } from './fetch-original.ts';
import { fetchPart, type SliceFault } from './media-slices.ts';
import { isMarked, partPath } from './part-address.ts';
import { isPlaylist, type PartUse, rewritePlaylist } from './playlist-text.ts';

/** A playlist or a part of a stream. `range`: a part of a file, with its total. */
interface StreamFile {
  readonly mime: string;
  readonly bytes: Uint8Array;
  readonly range?: { readonly start: number; readonly total: number };
}

/** The reason for no file, as an HTTP status. */
type StreamFault = SliceFault | 413;

/** A file of a stream (HLS) that a client asks for. */
export interface WantedFile {
  readonly url: string;
  readonly use: PartUse;
  /** Bytes that the client wants. `undefined`: the whole file. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly from: string;
}

/** Fetches playlists, so that their addresses lead here, and the parts that they name. */
export interface MediaStreams {
  file(wanted: WantedFile): Promise<StreamFile | StreamFault>;
  /** True if a playlist from here names that address for that use. */
  isNamed(use: PartUse, url: string, mark: string): boolean;
}

export const STREAM_LIMITS = {
  /** Bytes of a playlist. */
  playlist: 512 * 1024,
  /** Bytes of a part, some seconds of a video. */
  part: 12 * 2 ** 20,
  /** Bytes of a key for AES-128. */
  key: 16,
} as const;
const DEADLINE = 30_000;
const PLAYLIST = 'application/vnd.apple.mpegurl';
const BYTES = 'application/octet-stream';

interface Opened {
  readonly network: Network;
  readonly downloads: DownloadQueue;
  /** Shared by all processes of a service. */
  readonly secret: string;
}

/** Open the source of streams. Nothing of them is stored. */
export function openStreams({ network, downloads, secret }: Opened): MediaStreams {
  const addressOf = (use: PartUse, url: string) => partPath(secret, use, url);
  const fetchFile = async ({ url, use, range }: WantedFile): Promise<StreamFile | StreamFault> => {
    if (range && (use === 'part' || use === 'sealed')) {
      const { start, end } = range;
      const part = await fetchPart(
        url,
        network,
        start,
        Math.min(end - start + 1, STREAM_LIMITS.part),
      );
      if (typeof part === 'number') return part;
      return { mime: BYTES, bytes: part.bytes, range: { start, total: part.total } };
    }
    const most = use === 'playlist' || use === 'key' ? STREAM_LIMITS[use] : STREAM_LIMITS.part;
    const found = await fetchWhole(url, network, most);
    if (typeof found === 'number') return found;
    const { bytes } = found;
    if (use === 'playlist') return playlistOf(bytes, found.url, addressOf);
    if (use === 'key') return bytes.byteLength === most ? { mime: BYTES, bytes } : 415;
    const mime = use === 'sealed' ? BYTES : typeOfPart(bytes);
    return mime === undefined ? 415 : { mime, bytes };
  };
  return {
    async file(wanted) {
      const found = await downloads(wanted.from, () => fetchFile(wanted));
      return found === 'busy' ? 503 : found;
    },
    isNamed: (use, url, mark) => isMarked(secret, use, url, mark),
  };
}

function playlistOf(
  bytes: Buffer,
  base: string,
  addressOf: (use: PartUse, url: string) => string,
): StreamFile | StreamFault {
  const text = bytes.toString('utf8');
  const written = isPlaylist(text) ? rewritePlaylist(text, base, addressOf) : undefined;
  return written === undefined ? 415 : { mime: PLAYLIST, bytes: Buffer.from(written) };
}

async function fetchWhole(
  address: string,
  network: Network,
  most: number,
): Promise<{ readonly bytes: Buffer; readonly url: string } | StreamFault> {
  try {
    const { response, url } = await openAddress(address, network, {
      signal: AbortSignal.timeout(DEADLINE),
      accept: '*/*',
      agent: PROXY_AGENT,
    });
    try {
      const bytes = await readWhole(response, most);
      return typeof bytes === 'number' ? bytes : { bytes, url: url.href };
    } finally {
      response.destroy();
    }
  } catch (error) {
    return error instanceof NotFound ? 404 : 502;
  }
}

async function readWhole(response: IncomingMessage, most: number): Promise<Buffer | StreamFault> {
  if (isEncoded(response)) return 415;
  if (Number(response.headers['content-length'] ?? 0) > most) return 413;
  return (await readAtMost(response, most)) ?? 413;
}

const BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'styp',
  'moof',
  'moov',
  'sidx',
  'emsg',
  'prft',
]);
const PACKET = 188;
const SYNC = 0x47;

/** Return the type of a part by its first bytes. `undefined`: it is no part of a stream. */
function typeOfPart(bytes: Buffer): string | undefined {
  if (bytes[0] === SYNC && (bytes.byteLength <= PACKET || bytes[PACKET] === SYNC))
    return 'video/mp2t';
  const head = bytes.toString('latin1', 0, 12);
  if (BOXES.has(head.slice(4, 8))) return 'video/mp4';
  // sounds without a container: AAC, or MPEG with or without a tag
  if (head.startsWith('ID3') || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0))
    return 'audio/aac';
  return /^(?:\xef\xbb\xbf)?WEBVTT/.test(head) ? 'text/vtt' : undefined;
}
