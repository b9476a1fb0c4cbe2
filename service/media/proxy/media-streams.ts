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
import { openKeptPlaylists } from './kept-playlists.ts';
import { DEADLINE, fetchPart, openPartTypes, type SliceFault } from './media-slices.ts';
import { isMarked, type Marks, partPath } from './part-address.ts';
import { isPlaylist, type PartUse, rewritePlaylist } from './playlist-text.ts';
import { openSharedWork } from './shared-work.ts';
import { BYTES, isSealedPart, isSealedRange, looksSealed, typeOfPart } from './stream-types.ts';

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
const PLAYLIST = 'application/vnd.apple.mpegurl';

interface Opened {
  readonly network: Network;
  readonly downloads: DownloadQueue;
  readonly marks: Marks;
}

/** Open the source of streams. Playlists are kept for a second, nothing else of them is stored. */
export function openStreams({ network, downloads, marks }: Opened): MediaStreams {
  const addressOf = (use: PartUse, url: string) => partPath(marks, use, url);
  const rangeOf = openRanges(network);
  const kept = openKeptPlaylists<StreamFile>();
  const shared = openSharedWork<StreamFile | StreamFault | 'busy'>();
  const fetchFile = async ({ url, use, range }: WantedFile): Promise<StreamFile | StreamFault> => {
    if (range && (use === 'part' || use === 'sealed')) return rangeOf(url, use, range);
    const most = use === 'playlist' || use === 'key' ? STREAM_LIMITS[use] : STREAM_LIMITS.part;
    const found = await fetchWhole(url, network, most);
    if (typeof found === 'number') return found;
    const { bytes } = found;
    if (use === 'playlist') return playlistOf(bytes, found.url, addressOf);
    if (use === 'key') return bytes.byteLength === most ? { mime: BYTES, bytes } : 415;
    const sealed = isSealedPart(bytes) ? BYTES : undefined;
    const mime = use === 'sealed' ? sealed : typeOfPart(bytes);
    return mime === undefined ? 415 : { mime, bytes };
  };
  return {
    async file(wanted) {
      const { url, use, range, from } = wanted;
      const playlist = use === 'playlist' ? kept.find(url) : undefined;
      if (playlist) return playlist;
      const key = `${use} ${range ? `${range.start}-${range.end}` : ''} ${url}`;
      const found = await shared(key, () => downloads(from, () => fetchFile(wanted)));
      if (found === 'busy') return 503;
      if (use === 'playlist' && typeof found !== 'number') kept.keep(url, found);
      return found;
    },
    isNamed: (use, url, mark) => isMarked(marks, use, url, mark),
  };
}

/** Fetch a range of a file. The beginning of the file shows that it belongs to a stream. */
function openRanges(network: Network) {
  const types = {
    part: openPartTypes(network, typeOfPart),
    sealed: openPartTypes(network, (head) => {
      // a beginning that is not encrypted may come before parts that are
      return typeOfPart(head) ?? (looksSealed(head) ? BYTES : undefined);
    }),
  };
  return async (
    url: string,
    use: keyof typeof types,
    { start, end }: NonNullable<WantedFile['range']>,
  ): Promise<StreamFile | StreamFault> => {
    const length = Math.min(end - start + 1, STREAM_LIMITS.part);
    const part = await fetchPart(url, network, { start, length });
    if (typeof part === 'number') return part;
    const { bytes, total } = part;
    if (use === 'sealed' && !isSealedRange(bytes)) return 415;
    const mime = await types[use](part);
    if (mime === undefined) return 415;
    return { mime: use === 'sealed' ? BYTES : mime, bytes, range: { start, total } };
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
  const opening = {
    signal: AbortSignal.timeout(DEADLINE),
    accept: '*/*',
    agent: PROXY_AGENT,
  };
  try {
    return await readAddress(address, network, opening, async (response, url) => {
      const bytes = await readWhole(response, most);
      return typeof bytes === 'number' ? bytes : { bytes, url: url.href };
    });
  } catch (error) {
    if (opening.signal.aborted) return 504;
    return error instanceof NotFound ? 404 : 502;
  }
}

async function readWhole(response: IncomingMessage, most: number): Promise<Buffer | StreamFault> {
  if (isEncoded(response)) return 415;
  if (Number(response.headers['content-length'] ?? 0) > most) return 413;
  return (await readAtMost(response, most)) ?? 413;
}
