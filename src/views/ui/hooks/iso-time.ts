import { inMillis, type Seconds, toMillis } from '../../../events/core/time.ts';

/** For the datetime attribute. `undefined` for a time outside any calendar. */
export function isoTime(at: Seconds): string | undefined {
  const date = new Date(inMillis(toMillis(at)));
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
