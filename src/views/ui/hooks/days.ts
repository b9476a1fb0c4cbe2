import { inMillis, type Seconds, toMillis } from '../../../events/core/time.ts';

/** Names the day of a time in the reader's time zone, the same for all times of that day. */
export function dayOf(at: Seconds): string {
  return new Date(inMillis(toMillis(at))).toDateString();
}
