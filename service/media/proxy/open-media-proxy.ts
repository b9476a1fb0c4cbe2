import { join } from 'node:path';
import { inSeconds } from '../../../src/events/core/time.ts';
import { openPacedResponses, type PacedResponses } from '../../http/paced-response.ts';
import type { WriteLog } from '../../log/activity-log.ts';
import { INTERNET, type Network } from '../../public-network.ts';
import type { Store } from '../../store/store.ts';
import type { Blobs } from '../blobs.ts';
import { openDownloadQueue, PLAYED } from './download-queue.ts';
import { type MediaProxy, openMediaProxy } from './media-proxy.ts';
import { openSlices, type Slices } from './media-slices.ts';
import { type MediaStreams, openStreams } from './media-streams.ts';
import { openPictureCache } from './picture-cache.ts';
import { openPictureWorkers } from './picture-workers.ts';

/** Copies of pictures, parts of videos and sounds, and streams. */
export interface OpenMediaProxy {
  readonly pictures: MediaProxy;
  readonly slices: Slices;
  readonly streams: MediaStreams;
  /** Sends all of them to clients. */
  readonly responses: PacedResponses;
  close(): void;
}

interface Opening {
  readonly store: Store;
  readonly blobs: Blobs;
  /** All processes of a service write the same addresses into playlists. */
  readonly secret: string;
  /** Directory of the service's data. The cache is a folder in it, also if files are elsewhere. */
  readonly data: string | undefined;
  /** Bytes of the cache. 0: the operator switched the proxy off. */
  readonly limit: number;
  readonly network?: Network | undefined;
  readonly told?: WriteLog | undefined;
}

const FOLDER = 'media-cache';
const NO_COPIES =
  'Pictures are not resized: the package sharp cannot be loaded on this machine (docs/operating.md).';

/** Open the media proxy. No file is read and no process started before the first request. */
export function startMediaProxy(opening: Opening): OpenMediaProxy | undefined {
  const { store, blobs, secret, data, limit, network = INTERNET, told } = opening;
  if (limit === 0) return undefined;
  const workers = openPictureWorkers(() => told?.({ event: 'no copies' }, NO_COPIES));
  const cache = openPictureCache(data === undefined ? undefined : join(data, FOLDER), limit);
  const now = () => inSeconds(store.now());
  const downloads = openDownloadQueue(now);
  // viewers of videos leave the places and the share of pictures alone
  const played = openDownloadQueue(now, PLAYED);
  const pictures = openMediaProxy({ store, blobs, cache, workers, network, downloads });
  return {
    pictures,
    slices: openSlices({ network, downloads: played }),
    streams: openStreams({ network, downloads: played, marks: { secret, now } }),
    responses: openPacedResponses(),
    close: () => workers.close(),
  };
}
