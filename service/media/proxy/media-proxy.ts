import { blobHash } from '../../../src/events/media/blob.ts';
import { inSeconds, minus, plus, type Seconds, seconds } from '../../../src/events/core/time.ts';
import { sha256Hex } from '../../hash.ts';
import { openConnectionSlots } from '../../http/client-address.ts';
import type { Network } from '../../public-network.ts';
import type { Store } from '../../store/store.ts';
import type { Blobs } from '../blobs.ts';
import type { Copy } from './copy-order.ts';
import {
  fetchOriginal,
  ORIGINAL_LIMITS,
  type OriginalFault,
  readOriginal,
} from './fetch-original.ts';
import type { DownloadQueue } from './download-queue.ts';
import type { CachedPicture, PictureCache } from './picture-cache.ts';
import type { PictureWorkers } from './picture-workers.ts';
import { openSharedWork } from './shared-work.ts';
import type { Variant } from './variants.ts';

/** A picture that a client asks for. `from`: the address of the client. */
interface WantedPicture {
  readonly url: string;
  readonly variant: Variant;
  readonly acceptsAvif: boolean;
  readonly from: string;
}

/**
 * The reason for no picture, as an HTTP status. 404: there is none. 413: too large. 415: no picture
 * that is safe to show. 502: unreachable. 503: too many requests. 504: it took too long.
 */
export type PictureFault = 404 | 413 | 415 | 502 | 503 | 504;

/** Makes copies of pictures in other sizes, and caches them (MEDIA-04). */
export interface MediaProxy {
  picture(wanted: WantedPicture): Promise<CachedPicture | PictureFault>;
  /** False after the picture library could not be loaded. */
  canCopy(): boolean;
}

/** The services that the proxy uses. */
interface Parts {
  readonly store: Pick<Store, 'mediaByUrl' | 'putMedia' | 'now'>;
  readonly blobs: Pick<Blobs, 'served' | 'stream'>;
  readonly cache: PictureCache;
  readonly workers: Pick<PictureWorkers, 'copy' | 'canCopy'>;
  readonly network: Network;
  readonly downloads: DownloadQueue;
  readonly limits?: { readonly bytes: number; readonly deadline: number };
}

const FRESH = seconds(7 * 86_400);
/** A failure is remembered for this time. */
const FAILED = seconds(600);
/**
 * A timeout is remembered for this time at first, and twice as long after each further one. It may
 * be the fault of a busy machine, but a picture that always takes too long must not keep it busy.
 */
const SLOW = seconds(15);
const MOST_FAILURES = 2_000;
/** Unfinished requests of one address, and of all. */
const WAITING = { address: 128, all: 512 } as const;
const STATUS = { gone: 404, large: 413, type: 415, away: 502, slow: 504 } as const;

const COPY_STATUS = { unreadable: 415, large: 413, interrupted: 504 } as const;

type Failure = Exclude<PictureFault, 503>;

interface Remembered {
  readonly until: Seconds;
  readonly pause: Seconds;
  readonly status: Failure;
}

/** Open the proxy. Requests for one copy share one download and one transformation. */
export function openMediaProxy(parts: Parts): MediaProxy {
  const { store, cache, workers } = parts;
  const failures = new Map<string, Remembered>();
  const running = new Map<string, Promise<CachedPicture | PictureFault>>();
  const originals = openSharedWork<CachedPicture | OriginalFault | 'busy'>();
  const slots = openConnectionSlots(WAITING);
  const fail = (url: string, status: Failure): Failure => {
    const before = failures.get(url);
    const last = status === 504 && before?.status === 504 ? before : undefined;
    // Copies of one download fail together, which counts once.
    if (last && last.until > store.now()) return status;
    const first = status === 504 ? SLOW : FAILED;
    const pause = last ? seconds(Math.min(2 * inSeconds(last.pause), inSeconds(FAILED))) : first;
    if (failures.size >= MOST_FAILURES) failures.clear();
    failures.set(url, { until: plus(store.now(), pause), pause, status });
    return status;
  };
  const made = async (wanted: WantedPicture, key: string) => {
    const { url, variant, from } = wanted;
    const found = await originals(url, () => originalOf(parts, url, from));
    if (found === 'busy') return 503;
    if (typeof found === 'string') return fail(url, STATUS[found]);
    const { bytes, mime, isFixed } = found;
    if (variant.size === 'o' && variant.animated && mime !== 'image/svg+xml') return found;
    const copy = await workers.copy({ bytes, mime, variant, format: formatOf(wanted) });
    // pages load pictures from here only, so the original is better than none
    if (copy === 'unable') return mime === 'image/svg+xml' ? 415 : found;
    if (typeof copy === 'string') return fail(url, COPY_STATUS[copy]);
    const picture = pictureOf({ ...copy, isFixed }, store.now());
    await Promise.all([cache.keep(key, picture), learn(store, url, found, copy)]);
    return picture;
  };
  return {
    canCopy: () => workers.canCopy(),
    async picture(wanted) {
      const { url } = wanted;
      const key = keyOf(
        url,
        `${wanted.variant.size} ${wanted.variant.animated} ${formatOf(wanted)}`,
      );
      const cached = await cache.find(key);
      if (cached && isFresh(cached, store.now())) return cached;
      const failed = failures.get(url);
      if (failed && failed.until > store.now()) return cached ?? failed.status;
      const asked = running.get(key);
      if (asked) return asked;
      const leave = slots.take(wanted.from);
      if (!leave) return 503;
      const answer = made(wanted, key)
        // An old copy is better than none.
        .then((found) => (typeof found === 'number' && cached ? cached : found))
        .finally(() => {
          running.delete(key);
          leave();
        });
      running.set(key, answer);
      return answer;
    },
  };
}

/** AVIF is the smallest, but takes long for a large copy. */
function formatOf({ variant, acceptsAvif }: WantedPicture): 'avif' | 'webp' {
  return acceptsAvif && (variant.size === 's' || variant.size === 'm') ? 'avif' : 'webp';
}

/** Return the original: a stored file, a cached download, or a new download. */
async function originalOf(
  { store, blobs, cache, network, downloads, limits = ORIGINAL_LIMITS }: Parts,
  url: string,
  from: string,
): Promise<CachedPicture | OriginalFault | 'busy'> {
  const hash = blobHash(url);
  const blob = hash === undefined ? undefined : await blobs.served(hash);
  if (hash !== undefined && blob) {
    if (blob.size > limits.bytes) return 'large';
    if (blob.size === 0) return 'type';
    const stored = await readOriginal(blobs.stream(hash, 0, blob.size - 1), limits.bytes);
    if (typeof stored === 'string') return stored;
    return pictureOf({ ...stored, isFixed: true }, store.now(), hash);
  }
  const key = keyOf(url, 'original');
  const cached = await cache.find(key);
  if (cached && isFresh(cached, store.now())) return cached;
  const found = await downloads(from, () => fetchOriginal(url, network, limits));
  if (typeof found === 'string') return found;
  const digest = sha256Hex(found.bytes);
  // Many addresses name a hash that is not the one of their bytes.
  const picture = pictureOf({ ...found, isFixed: hash === digest }, store.now(), digest);
  await cache.keep(key, picture);
  return picture;
}

function pictureOf(
  { bytes, mime, isFixed }: Pick<CachedPicture, 'bytes' | 'mime' | 'isFixed'>,
  at: Seconds,
  digest = sha256Hex(bytes),
): CachedPicture {
  return { bytes, mime, isFixed, etag: `"${digest.slice(0, 32)}"`, at };
}

/** Store the size of a picture without a known one, so that pages can reserve its space. */
async function learn(
  store: Parts['store'],
  url: string,
  { bytes, mime }: Pick<CachedPicture, 'bytes' | 'mime'>,
  { source }: Copy,
): Promise<void> {
  if (!source) return;
  const [known] = await store.mediaByUrl([url]);
  if (known && known.width > 0 && known.height > 0) return;
  const { width, height } = source;
  const row = { duration: 0, hash: undefined, thumbnail: undefined, ...known };
  await store.putMedia([{ ...row, url, mime, width, height, size: bytes.byteLength }]);
}

function isFresh({ at, isFixed }: CachedPicture, now: Seconds): boolean {
  return isFixed || at > minus(now, FRESH);
}

function keyOf(url: string, what: string): string {
  return sha256Hex(Buffer.from(`${what}\n${url}`));
}
