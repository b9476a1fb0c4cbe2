import { inMillis, type Seconds, toMillis } from '../../../events/core/time.ts';

/** Names the day of a time where the reader is, the same for all times of it. */
export function dayOf(at: Seconds): string {
  return new Date(inMillis(toMillis(at))).toDateString();
}
