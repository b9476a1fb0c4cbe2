import { parseJson } from '../../../events/core/json.ts';
import { type Inflated, inflateText, MAX_INFLATED } from './inflate.ts';

/**
 * A message of the caching service for one subscription (CACHE-03). `results` are not checked yet.
 */
export type Frame =
  | { readonly type: 'EVENTS'; readonly id: string; readonly results: readonly unknown[] }
  | { readonly type: 'EOSE'; readonly id: string }
  | { readonly type: 'NOTICE'; readonly id: string; readonly text: string };

const MAX_NOTICE = 500;

/**
 * The text of one frame as the socket delivers it: text unchanged, binary inflated. Never throws.
 */
export function frameText(data: unknown): Inflated {
  if (typeof data === 'string')
    return data.length > MAX_INFLATED ? { fault: 'excessive' } : { text: data };
  if (!(data instanceof ArrayBuffer)) return { fault: 'unreadable' };
  return data.byteLength > MAX_INFLATED
    ? { fault: 'excessive' }
    : inflateText(new Uint8Array(data));
}

/**
 * Reads the text of one frame. EVENT is an EVENTS with one result. `unreadable` counts as empty
 * (CACHE-03). `undefined` for messages of unknown types. Never throws.
 */
export function readFrame(text: string): Frame | 'unreadable' | undefined {
  const message = parseJson(text);
  if (!Array.isArray(message)) return 'unreadable';
  // a notice of NIP-01 has no subscription, so it is ignored
  const [type, id, payload]: readonly unknown[] = message;
  if (typeof type !== 'string' || typeof id !== 'string') return 'unreadable';
  switch (type) {
    case 'EVENT':
      return { type: 'EVENTS', id, results: [payload] };
    case 'EVENTS':
      return Array.isArray(payload) ? { type, id, results: payload } : 'unreadable';
    case 'EOSE':
      return { type, id };
    case 'NOTICE':
      return { type, id, text: typeof payload === 'string' ? payload.slice(0, MAX_NOTICE) : '' };
    default:
      return undefined;
  }
}
