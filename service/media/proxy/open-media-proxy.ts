import { join } from 'node:path';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { WriteLog } from '../../log/activity-log.ts';
import { INTERNET, type Network } from '../../public-network.ts';
import type { Store } from '../../store/store.ts';
import type { Blobs } from '../blobs.ts';
import { openDownloadQueue } from './download-queue.ts';
import { type MediaProxy, openMediaProxy } from './media-proxy.ts';
import { openSlices, type Slices } from './media-slices.ts';
import { openPictureCache } from './picture-cache.ts';
import { openPictureWorkers } from './picture-workers.ts';

/** Copies of pictures, and parts of videos and sounds. */
export interface OpenMediaProxy {
  readonly pictures: MediaProxy;
  readonly slices: Slices;
  close(): void;
}

interface Opening {
  readonly store: Store;
  readonly blobs: Blobs;
  /** Directory of the service's data. The cache is a folder in it, also if files are elsewhere. */
  readonly data: string | undefined;
  /** Bytes of the cache. */
  readonly limit: number;
  readonly network?: Network | undefined;
  readonly told?: WriteLog | undefined;
}

const FOLDER = 'media-cache';
const NO_COPIES =
  'Pictures are not resized: the package sharp cannot be loaded on this machine (docs/operating.md).';

/** Open the media proxy. Nothing is read, loaded or started before the first request. */
export function startMediaProxy(opening: Opening): OpenMediaProxy {
  const { store, blobs, data, limit, network = INTERNET, told } = opening;
  const workers = openPictureWorkers(() => told?.({ event: 'no copies' }, NO_COPIES));
  const cache = openPictureCache(data === undefined ? undefined : join(data, FOLDER), limit);
  const downloads = openDownloadQueue(() => inSeconds(store.now()));
  const pictures = openMediaProxy({ store, blobs, cache, workers, network, downloads });
  return { pictures, slices: openSlices({ network, downloads }), close: () => workers.close() };
}
