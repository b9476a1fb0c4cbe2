import { field, isRecord, parseJson } from '../../src/events/json.ts';
import type { Payload } from './payload.ts';
import type { Result } from './results.ts';

/** What a client may say on the caching service's socket (1.2). Everything else is ignored. */
export type Incoming =
  | { readonly type: 'REQ'; readonly id: string; readonly filters: readonly Payload[] }
  | { readonly type: 'CLOSE'; readonly id: string };

/** One answered request: its results, or the text of a NOTICE. */
export type Answer = { readonly results: readonly Result[] } | { readonly notice: string };

const LONGEST_ID = 1_000;
const MOST_FILTERS = 20;

/** Reads one text frame; undefined for whatever is not a REQ or CLOSE of the right shape. */
export function readFrame(text: string): Incoming | undefined {
  const frame = parseJson(text);
  if (!Array.isArray(frame)) return undefined;
  const [type, id, ...rest]: unknown[] = frame;
  if (typeof id !== 'string' || id.length > LONGEST_ID) return undefined;
  if (type === 'CLOSE') return { type, id };
  if (type !== 'REQ') return undefined;
  const filters = rest.filter(isRecord);
  return filters.length > 0 && filters.length <= MOST_FILTERS ? { type, id, filters } : undefined;
}

/** The verb and payload of `{"cache": [verb, payload]}`; undefined for a relay-style filter (1.8). */
export function readCall(filter: Payload): { verb: string; payload: Payload } | undefined {
  const call = field(filter, 'cache');
  if (!Array.isArray(call)) return undefined;
  const [verb, payload]: unknown[] = call;
  return { verb: typeof verb === 'string' ? verb : '', payload: isRecord(payload) ? payload : {} };
}

export function eventFrame(id: string, result: Result): string {
  return `["EVENT",${JSON.stringify(id)},${result}]`;
}

/** The whole result of one request; goes compressed in one binary frame (1.4). */
export function eventsFrame(id: string, results: readonly Result[]): string {
  return `["EVENTS",${JSON.stringify(id)},[${results.join(',')}]]`;
}

export function eoseFrame(id: string): string {
  return `["EOSE",${JSON.stringify(id)}]`;
}

export function noticeFrame(id: string, text: string): string {
  return `["NOTICE",${JSON.stringify(id)},${JSON.stringify(text)}]`;
}
