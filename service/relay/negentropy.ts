import { createHash } from 'node:crypto';
import { type Bound, openReader, openWriter, PRINT, type Writer } from './negentropy-wire.ts';

/** The compared events in protocol order: by time (seconds), then by id. */
export interface SortedIds {
  readonly size: number;
  readonly times: Float64Array;
  /** 32 bytes each. */
  readonly ids: Buffer;
}

const VERSION = 0x61;
const SKIP = 0;
const FINGERPRINT = 1;
const ID_LIST = 2;
const ID = 32;
const FIRST = 1_024;
const BUCKETS = 16;
/** Bytes of one answer. In hex it is twice that, which relays and clients accept. */
const MOST_BYTES = 60_000;
/** Maximum bytes of one range besides listed ids. */
const RANGE = 2_000;
const EVER: Bound = { time: Number.POSITIVE_INFINITY, id: Buffer.alloc(0) };

/** Collects the events of a comparison. */
export interface Collecting {
  readonly size: number;
  /** Add an event that is older than all before, or of the same second with a higher id. */
  add(id: string, time: number): void;
  sorted(): SortedIds;
}

/**
 * Collect events in the order of the store. They are packed one by one, so that sorting a hundred
 * thousand does not block.
 */
export function collectIds(): Collecting {
  const times: number[] = [];
  let ids = Buffer.alloc(FIRST * ID);
  return {
    get size() {
      return times.length;
    },
    add(id, time) {
      const at = times.length * ID;
      if (at === ids.length) ids = Buffer.concat([ids], ids.length * 2);
      ids.write(id, at, ID, 'hex');
      times.push(time);
    },
    sorted() {
      const size = times.length;
      const own = {
        size,
        times: Float64Array.from(times).toReversed(),
        ids: Buffer.alloc(size * ID),
      };
      // The order of seconds is reversed, and within a second the order of ids stays.
      for (let start = 0, end = 0; start < size; start = end) {
        while (end < size && times[end] === times[start]) end++;
        ids.copy(own.ids, (size - end) * ID, start * ID, end * ID);
      }
      return own;
    },
  };
}

/**
 * Answer one message of Negentropy V1 (NIP-77), in bytes. Ranges with different fingerprints are
 * split, and for ranges with listed ids our ids are sent. The part that does not fit becomes one
 * range at the end, which the other side asks about next. Throws on an invalid message. Another
 * version is answered with ours.
 */
export function answerNegentropy(
  own: SortedIds,
  message: Buffer,
  most: number = MOST_BYTES,
): Buffer {
  const query = openReader(message);
  const out = openWriter(VERSION);
  if (query.byte() !== VERSION) return out.whole();
  let start = 0;
  /** The end of equal ranges. It is sent only if another range follows. */
  let same: Bound | undefined;
  const range = (bound: Bound, mode: number) => {
    if (same) out.range(same, SKIP);
    same = undefined;
    out.range(bound, mode);
  };
  while (!query.isDone()) {
    if (out.size() > most - RANGE) {
      range(EVER, FINGERPRINT);
      out.bytes(fingerprint(own, start, own.size));
      break;
    }
    const bound = query.bound();
    const mode = query.number();
    let end = lowerBound(own, start, bound);
    if (mode === ID_LIST) {
      query.bytes(query.number() * ID);
      const fits = Math.floor((most - out.size()) / ID);
      const whole = end;
      end = Math.min(end, start + fits);
      range(end < whole ? boundAt(own, end) : bound, ID_LIST);
      list(own, start, end, out);
      if (end < whole) {
        range(EVER, FINGERPRINT);
        out.bytes(fingerprint(own, end, own.size));
        break;
      }
    } else if (
      mode === SKIP ||
      (mode === FINGERPRINT && query.bytes(PRINT).equals(fingerprint(own, start, end)))
    )
      same = bound;
    else if (mode === FINGERPRINT) split(own, { start, end, bound }, range, out);
    else throw new Error('unknown mode');
    start = end;
  }
  return out.whole();
}

/** Split a range: into ids if there are few, else into parts with fingerprints. */
function split(
  own: SortedIds,
  { start, end, bound }: { readonly start: number; readonly end: number; readonly bound: Bound },
  range: (bound: Bound, mode: number) => void,
  out: Writer,
): void {
  const count = end - start;
  if (count < BUCKETS * 2) {
    range(bound, ID_LIST);
    return list(own, start, end, out);
  }
  let from = start;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const to = from + Math.floor(count / BUCKETS) + (bucket < count % BUCKETS ? 1 : 0);
    range(to === end ? bound : boundAt(own, to), FINGERPRINT);
    out.bytes(fingerprint(own, from, to));
    from = to;
  }
}

function list({ ids }: SortedIds, start: number, end: number, out: Writer): void {
  out.number(end - start);
  out.bytes(ids.subarray(start * ID, end * ID));
}

/** Hash the sum of the ids as little-endian numbers, and their count. */
function fingerprint({ ids }: SortedIds, start: number, end: number): Buffer {
  const sum = new Float64Array(ID / 4);
  for (let at = start * ID; at < end * ID; at += ID)
    for (let word = 0; word < 8; word++) sum[word]! += ids.readUInt32LE(at + word * 4);
  const bytes = Buffer.alloc(ID);
  let carry = 0;
  for (const [word, value] of sum.entries()) {
    const all = value + carry;
    carry = Math.floor(all / 2 ** 32);
    bytes.writeUInt32LE(all % 2 ** 32, word * 4);
  }
  const count = openWriter();
  count.number(end - start);
  return createHash('sha256').update(bytes).update(count.whole()).digest().subarray(0, PRINT);
}

/** Return the shortest bound between the item at that position and the one before it. */
function boundAt({ times, ids }: SortedIds, at: number): Bound {
  const time = times[at] ?? Number.POSITIVE_INFINITY;
  if (at === 0 || time !== times[at - 1]) return { time, id: EVER.id };
  let length = 1;
  while (
    length < ID &&
    ids
      .subarray(at * ID, at * ID + length)
      .equals(ids.subarray((at - 1) * ID, (at - 1) * ID + length))
  )
    length++;
  return { time, id: ids.subarray(at * ID, at * ID + length) };
}

/** Return the first position from `start` on that is not before a bound. */
function lowerBound({ size, times, ids }: SortedIds, start: number, { time, id }: Bound): number {
  let [low, high] = [start, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    const its = times[middle] ?? 0;
    const isBefore =
      its < time ||
      (its === time && Buffer.compare(ids.subarray(middle * ID, (middle + 1) * ID), id) < 0);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}
