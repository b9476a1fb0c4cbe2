import { inSeconds, millis, toSeconds } from '../../src/events/time.ts';

/** Of this machine. */
export function secondsNow(): number {
  return inSeconds(toSeconds(millis(Date.now())));
}
