import { inSeconds, millis, toSeconds } from '../../src/events/core/time.ts';

/** Return the time of this machine in seconds. */
export function secondsNow(): number {
  return inSeconds(toSeconds(millis(Date.now())));
}
