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

/** Downloads of pictures at a time, and in an hour: of one address, and of all. */
const PICTURES: DownloadLimits = {
  atOnce: { address: 4, all: 12 },
  hourly: { address: 3_000, all: 60_000 },
};
/** Parts of videos, sounds and streams. A viewer of a stream needs about 1,800 an hour. */
export const PLAYED: DownloadLimits = {
  atOnce: { address: 4, all: 12 },
  hourly: { address: 8_000, all: 120_000 },
};

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
