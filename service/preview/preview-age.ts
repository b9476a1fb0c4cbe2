import { minus, type Seconds, seconds } from '../../src/events/core/time.ts';

const KEPT = seconds(7 * 86_400);

/** True for a preview that is made again when it is asked for. */
export function isOld(fetchedAt: Seconds, now: Seconds): boolean {
  return fetchedAt <= minus(now, KEPT);
}
