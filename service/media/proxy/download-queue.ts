import { openSemaphore } from '../../mutex.ts';
import { openRateLimiter } from '../../relay/rate-limiter.ts';

/**
 * Runs a download for the client of an address when there is a free place. `busy`: that address, or
 * everybody, has downloaded too often within the hour.
 */
export type DownloadQueue = <T>(from: string, work: () => Promise<T>) => Promise<T | 'busy'>;

export interface DownloadLimits {
  readonly atOnce: { readonly address: number; readonly all: number };
  readonly hourly: { readonly address: number; readonly all: number };
}

/** Downloads at a time, of one address and of all. */
const AT_ONCE = { address: 4, all: 12 } as const;
/** Downloads of pictures in an hour. */
const HOURLY = { address: 3_000, all: 60_000 } as const;
/** Parts of videos, sounds and streams in an hour. A viewer of a stream needs about 1,800. */
const PLAYED_HOURLY = { address: 8_000, all: 120_000 } as const;
const PICTURES: DownloadLimits = { atOnce: AT_ONCE, hourly: HOURLY };
export const PLAYED: DownloadLimits = { atOnce: AT_ONCE, hourly: PLAYED_HOURLY };

const HOUR = 3_600;

/** Open the queue. The places of one address are limited, so that no address takes all. */
export function openDownloadQueue(
  now: () => number,
  { atOnce, hourly }: DownloadLimits = PICTURES,
): DownloadQueue {
  const everybody = openSemaphore(atOnce.all);
  const lines = new Map<string, { waiting: number; readonly turn: typeof everybody }>();
  const ofAddress = openRateLimiter(hourly.address, HOUR, now);
  const ofAll = openRateLimiter(hourly.all, HOUR, now);
  return async (from, work) => {
    if (!ofAddress.take(from, 1) || !ofAll.take('', 1)) return 'busy';
    const line = lines.get(from) ?? { waiting: 0, turn: openSemaphore(atOnce.address) };
    lines.set(from, line);
    line.waiting++;
    try {
      return await line.turn(() => everybody(work));
    } finally {
      if (--line.waiting === 0) lines.delete(from);
    }
  };
}
