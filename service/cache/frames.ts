import { field, isRecord } from '../../src/events/core/json.ts';
import { parseUntrustedJson } from '../untrusted-json.ts';
import type { Payload } from './payload.ts';
import type { Result } from './results.ts';

/** Messages of a client on the caching service's socket. All others are ignored. */
export type Incoming =
  | { readonly type: 'REQ'; readonly id: string; readonly filters: readonly Payload[] }
  | { readonly type: 'CLOSE'; readonly id: string };

/** The response to a request: its results, or the text of a NOTICE. */
export type Answer = { readonly results: readonly Result[] } | { readonly notice: string };

const LONGEST_ID = 1_000;
const MOST_FILTERS = 20;
/**
 * Characters of results in one frame. A single result may be longer. In UTF-8 a frame stays below
 * the 16 MB that our client inflates.
 */
const LARGEST_FRAME = 4_000_000;

/** Parse one text frame. Returns `undefined` unless it is a valid REQ or CLOSE. */
export function readFrame(text: string): Incoming | undefined {
  const frame = parseUntrustedJson(text);
  if (!Array.isArray(frame)) return undefined;
  const [type, id, ...rest]: unknown[] = frame;
  if (typeof id !== 'string' || id.length > LONGEST_ID) return undefined;
  if (type === 'CLOSE') return { type, id };
  if (type !== 'REQ') return undefined;
  const filters = rest.filter(isRecord);
  return filters.length > 0 && filters.length <= MOST_FILTERS ? { type, id, filters } : undefined;
}

/**
 * Return the verb and payload of `{"cache": [verb, payload]}`, or `undefined` for a relay-style
 * filter.
 */
export function readCall(filter: Payload): { verb: string; payload: Payload } | undefined {
  const call = field(filter, 'cache');
  if (!Array.isArray(call)) return undefined;
  const [verb, payload]: unknown[] = call;
  return { verb: typeof verb === 'string' ? verb : '', payload: isRecord(payload) ? payload : {} };
}

export function eventFrame(id: string, result: Result): string {
  return `["EVENT",${JSON.stringify(id)},${result}]`;
}

/**
 * Split the results of a request into frames, to be compressed and sent as binary. Results longer
 * than `LARGEST_FRAME` take several, because clients limit the size of an inflated frame (E-26).
 */
export function* eventsFrames(id: string, results: readonly Result[]): Generator<string> {
  let from = 0;
  let size = 0;
  for (const [at, { length }] of results.entries()) {
    if (at > from && size + length > LARGEST_FRAME) {
      yield eventsFrame(id, results.slice(from, at));
      [from, size] = [at, 0];
    }
    size += length;
  }
  yield eventsFrame(id, results.slice(from));
}

function eventsFrame(id: string, results: readonly Result[]): string {
  return `["EVENTS",${JSON.stringify(id)},[${results.join(',')}]]`;
}

export function eoseFrame(id: string): string {
  return `["EOSE",${JSON.stringify(id)}]`;
}

export function noticeFrame(id: string, text: string): string {
  return `["NOTICE",${JSON.stringify(id)},${JSON.stringify(text)}]`;
}
