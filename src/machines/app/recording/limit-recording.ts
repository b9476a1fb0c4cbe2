import { isPlain } from '../../../events/core/plain-object.ts';
import { isRef } from '../../core/refs.ts';
import type { Recorder } from './recorder.ts';

/** Characters of the file without repeated events: some 35 busy minutes. */
const MOST = 30_000_000;

/**
 * Return a function that keeps the recording within a size, because a day of reading must not fill
 * the memory. Call it now and then. A recording that grows larger loses its first half, and cannot
 * be replayed any more.
 */
export function recordingLimit(recorder: Recorder, most = MOST): () => void {
  const written = new Set<string>();
  let sizes: number[] = [];
  let total = 0;
  return () => {
    const { log } = recorder.recording();
    for (const { event } of log.slice(sizes.length)) {
      const size = sizeOf(event, written);
      sizes.push(size);
      total += size;
    }
    if (total <= most) return;
    const gone = sizes.findIndex((size) => (total -= size) <= most / 2) + 1;
    sizes = sizes.slice(gone);
    // the file writes an event again if the entry that had it first is gone
    written.clear();
    dropFirst(recorder, gone);
  };
}

/** Drop the first entries of a recording. */
export function dropFirst(recorder: Recorder, count: number): void {
  const recording = recorder.recording();
  recording.dropped += recording.log.splice(0, count).length;
  delete recording.checks;
}

const DEEPEST = 24;

/** Estimate the length of a value as JSON. `written`: ids of events that are not written again. */
function sizeOf(value: unknown, written: Set<string>, depth = 0): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null || isRef(value) || depth > DEEPEST) return 6;
  if ('sig' in value && 'id' in value && typeof value.id === 'string') {
    if (written.has(value.id)) return 16;
    written.add(value.id);
  }
  const parts = partsOf(value);
  if (!parts) return 6;
  return parts.reduce((sum: number, one) => sum + sizeOf(one, written, depth + 1), 2);
}

/** Return the keys and values of a container. Bytes and instances of classes are not written. */
function partsOf(value: object): readonly unknown[] | undefined {
  if (value instanceof Map) return [...value].flat(1);
  if (value instanceof Set || Array.isArray(value)) return [...value];
  return isPlain(value) ? Object.entries(value).flat(1) : undefined;
}
