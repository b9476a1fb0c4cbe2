import type { Recorded, Recording } from './recorder.ts';

/** The result of one try. */
export interface Tried {
  /** True if the outcome is the same. */
  readonly isSame: boolean;
  /** Entries that found no receiver. */
  readonly lost: readonly Recorded[];
}

/** Number of tries. A replay of five minutes takes about a second. */
const MOST = 1_000;

/**
 * Remove entries of a recording as long as its outcome stays the same (BEYOND-07). `attempt`
 * replays a recording. The result has no checks, because its states are others. It has the `kept`
 * entries in any case.
 */
export function smallerRecording(
  { origin, boot, dropped, log: whole }: Recording,
  attempt: (recording: Recording) => Tried,
  kept: readonly Recorded[] = [],
  most = MOST,
): Recording {
  let log = whole;
  let left = most;
  /** Keep a shorter log, without entries that had no receiver, if its outcome is the same. */
  const keeps = (shorter: readonly Recorded[]): boolean => {
    left--;
    const { isSame, lost } = attempt({ origin, boot, dropped, log: anchored(whole, shorter) });
    const unheard = new Set(lost.map(({ event }) => event));
    const heard = shorter.filter(({ event }) => !unheard.has(event));
    if (!isSame || !kept.every((entry) => heard.includes(entry))) return false;
    log = heard;
    return true;
  };
  // the shortest beginning that has the outcome
  for (let low = 0; low < log.length && left > 0; ) {
    const middle = (low + log.length) >> 1;
    if (!keeps(log.slice(0, middle))) low = middle + 1;
  }
  let size = Math.ceil(log.length / 2);
  while (size > 0 && left > 0) {
    const before = log.length;
    // later entries follow from earlier ones, so they go first
    for (let end = log.length; end > 0 && left > 0; end -= size) {
      const start = Math.max(0, end - size);
      if (start < log.length) keeps(log.toSpliced(start, end - start));
    }
    if (size > 1) size = Math.ceil(size / 2);
    else if (log.length === before) size = 0;
  }
  return { origin, boot, dropped, log: anchored(whole, log) };
}

/**
 * Return entries of a log for a replay without the others. An entry in the midst of another one
 * counts the notices since that one, so it becomes a step of its own if that one is gone.
 */
function anchored(whole: readonly Recorded[], some: readonly Recorded[]): readonly Recorded[] {
  const left = new Set(some);
  let isGone = false;
  return whole.flatMap((entry) => {
    if (entry.during === undefined) isGone = !left.has(entry);
    if (!left.has(entry)) return [];
    const { during, ...alone } = entry;
    return isGone && during !== undefined ? [alone] : [entry];
  });
}
