import { type AnyActorRef, isMachineSnapshot } from 'xstate';
import { isPlain } from '../../../events/core/plain-object.ts';
import { isRef } from '../../core/refs.ts';
import { refsBelow } from '../../core/refs-below.ts';
import { pathOf } from './recorder.ts';

/** Hashes of running actors by path (ids joined with `/`). */
export type StateHashes = ReadonlyMap<string, number>;

/** Return a hash of each actor below the root: its states, status and context. */
export function stateHashes(root: AnyActorRef): StateHashes {
  const found = new Map<string, number>();
  for (const ref of refsBelow(root)) {
    const snapshot: unknown = ref.getSnapshot();
    if (typeof snapshot !== 'object' || snapshot === null || !('context' in snapshot)) continue;
    const { context } = snapshot;
    const hashed = isMachineSnapshot(snapshot)
      ? [snapshot.value, snapshot.status, Object.keys(snapshot.children), context]
      : context;
    found.set(`/${pathOf(ref).join('/')}`, hashOf(hashed));
  }
  return found;
}

/** Return a hash of data. Actors count by their path, and code counts for nothing. */
export const hashOf = hasher((text) => text);

/**
 * Return a hash of data in which texts count by their length only. It stays the same if stand-ins
 * of the same length replace them, and does not reveal a short text to somebody who guesses.
 */
export const shapeHash = hasher((text) => String(text.length));

function hasher(counted: (text: string) => string): (value: unknown) => number {
  /** Hashes of immutable data. A step changes little of a state. */
  const known = new WeakMap<object, number>();
  return hash;

  function hash(value: unknown): number {
    if (typeof value !== 'object' || value === null)
      return hashOfText(`${typeof value} ${plain(value)}`);
    const before = known.get(value);
    if (before !== undefined) return before;
    // ends circular references
    known.set(value, 0);
    const found = ofObject(value);
    known.set(value, found);
    return found;
  }

  function plain(value: unknown): string {
    if (typeof value === 'function' || typeof value === 'symbol') return '';
    if (typeof value === 'string') return counted(value);
    return Object.is(value, -0) ? '-0' : String(value);
  }

  function ofObject(value: object): number {
    if (isRef(value)) return hashOfText(`actor ${counted(pathOf(value).join('/'))}`);
    // logic of actors
    if ('transition' in value) return 0;
    if (value instanceof Error) return hashOfText(`error ${counted(value.message)}`);
    if (ArrayBuffer.isView(value)) return hashOfText(`bytes ${value.byteLength}`);
    if (Array.isArray(value)) return ofParts('list', value);
    if (value instanceof Set) return ofParts('set', [...value]);
    if (value instanceof Map) return ofParts('map', [...value].flat(1));
    if (!isPlain(value)) return 0;
    const fields = Object.entries(value).filter(([, one]) => typeof one !== 'function');
    return ofParts('object', fields.flat(1));
  }

  function ofParts(kind: string, parts: readonly unknown[]): number {
    return hashOfText(`${kind} ${parts.map(hash).join(' ')}`);
  }
}

/** 53 bits: cyrb53, without a seed. */
function hashOfText(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
