import { isPlain } from '../../src/events/core/plain-object.ts';
import type { Recorded, Recording } from '../../src/machines/app/recording/recorder.ts';
import type { Tried } from '../../src/machines/app/recording/smaller-recording.ts';

/** Number of tries. */
const MOST = 1_000;

/**
 * Remove elements of the lists in a recording's events and input, as long as its outcome stays the
 * same and no entry is lost (BEYOND-07). An answer of the service has far more than a fault needs.
 * The `kept` entries stay whole.
 */
export function smallerLists(
  { origin, boot, dropped, log: whole }: Recording,
  attempt: (recording: Recording) => Tried,
  kept: readonly Recorded[] = [],
  most = MOST,
): Recording {
  let small: Recording = { origin, boot, dropped, log: whole };
  let left = most;
  const keeps = (smaller: Recording): boolean => {
    if (left <= 0) return false;
    left--;
    const { isSame, lost } = attempt(smaller);
    if (!isSame || lost.length > 0) return false;
    small = smaller;
    return true;
  };
  for (const [at, entry] of whole.entries()) {
    if (kept.some(({ event }) => event === entry.event)) continue;
    let { event } = entry;
    for (const [key, field] of Object.entries(event))
      removeElements(field, (less) => {
        const next = { ...event, [key]: less };
        if (!keeps({ ...small, log: small.log.with(at, { ...entry, event: next }) })) return false;
        event = next;
        return true;
      });
  }
  if (boot) removeElements(boot.input, (input) => keeps({ ...small, boot: { ...boot, input } }));
  return small;
}

/**
 * Remove elements of the lists in plain data, at any depth, if `keeps` allows it. Long lists lose
 * many elements at once.
 */
function removeElements(data: unknown, keeps: (less: unknown) => boolean): void {
  if (typeof data !== 'object' || data === null) return;
  if (Array.isArray(data)) {
    let list: readonly unknown[] = data;
    const tries = (less: readonly unknown[]): boolean => {
      if (!keeps(less)) return false;
      list = less;
      return true;
    };
    for (let size = list.length; size > 0; size >>= 1)
      for (let end = list.length; end > 0; end -= size) {
        const from = Math.max(0, end - size);
        if (from < list.length) tries(list.toSpliced(from, end - from));
      }
    for (const [at, one] of list.entries())
      removeElements(one, (less) => tries(list.with(at, less)));
  } else if (isPlain(data)) {
    let object = data;
    for (const [key, one] of Object.entries(data))
      removeElements(one, (less) => {
        const next = { ...object, [key]: less };
        if (!keeps(next)) return false;
        object = next;
        return true;
      });
  }
}
