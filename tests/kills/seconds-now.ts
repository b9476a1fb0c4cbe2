import { inSeconds, millis, toSeconds } from '../../src/events/core/time.ts';

/** Of this machine. */
export function secondsNow(): number {
  return inSeconds(toSeconds(millis(Date.now())));
}
