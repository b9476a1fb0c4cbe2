import { isPlain } from '../../../events/core/plain-object.ts';
import { isRef } from '../../core/refs.ts';
import type { Recorder } from './recorder.ts';

/** Characters of the file without repeated events and claims: more than a busy hour. */
const MOST = 30_000_000;

/**
 * Return a function that keeps the recording within a size, because a day of reading must not fill
 * the memory. Call it now and then. A recording that grows larger loses its first half, and cannot
 * be replayed any more. Signed events and claims that arrive again count once, as in the file.
 */
export function recordingLimit(recorder: Recorder, most = MOST): () => void {
  const known = new Set<string>();
  let sizes: number[] = [];
  let total = 0;
  return () => {
    const { log } = recorder.recording();
    for (const { event } of log.slice(sizes.length)) {
      const size = sizeOf(event, known);
      sizes.push(size);
      total += size;
    }
    if (total <= most) return;
    const gone = sizes.findIndex((size) => (total -= size) <= most / 2) + 1;
    sizes = sizes.slice(gone);
    // the file writes an event again if the entry that had it first is gone
    known.clear();
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

/**
 * Estimate the length of a value as JSON. `known`: signed events and claims that are written
 * already. It gets the new ones.
 */
function sizeOf(value: unknown, known: Set<string>, depth = 0): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null || isRef(value) || depth > DEEPEST) return 6;
  const name = nameOf(value);
  if (name !== undefined && known.has(name)) return 16;
  if (name !== undefined) known.add(name);
  const parts = partsOf(value);
  if (!parts) return 6;
  return parts.reduce((sum: number, one) => sum + sizeOf(one, known, depth + 1), 2);
}

/** True for signed events and claims, which come with many answers. The file has each once. */
export function isRepeated(value: object): boolean {
  return ('id' in value && 'sig' in value) || 'claim' in value;
}

/** Return the text by which equal signed events and claims are known. */
function nameOf(value: object): string | undefined {
  if (!isRepeated(value)) return undefined;
  return 'sig' in value && 'id' in value
    ? `${String(value.id)} ${String(value.sig)}`
    : JSON.stringify(value);
}

/** Return the keys and values of a container. Bytes and instances of classes are not written. */
function partsOf(value: object): readonly unknown[] | undefined {
  if (value instanceof Map) return [...value].flat(1);
  if (value instanceof Set || Array.isArray(value)) return [...value];
  return isPlain(value) ? Object.entries(value).flat(1) : undefined;
}
