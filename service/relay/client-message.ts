import {
  type Filter,
  MOST_FILTER_TAGS,
  MOST_FILTER_VALUES,
  readFilter,
  valuesOf,
} from '../../src/events/connection/filter.ts';
import { isHex } from '../../src/events/core/hex.ts';
import { hasTooManyParts, parseUntrustedJson } from '../untrusted-json.ts';
import { LIMITS } from './limits.ts';

/**
 * A message of a client (NIP-01, NIP-42, NIP-45, NIP-77). The answer of `bad` is sent unchanged.
 * `size` in bytes.
 */
export type Message =
  | { readonly type: 'EVENT'; readonly value: unknown }
  | { readonly type: 'AUTH'; readonly value: unknown }
  | {
      readonly type: 'REQ' | 'COUNT';
      readonly id: string;
      readonly filters: readonly Filter[];
      readonly size: number;
    }
  | { readonly type: 'CLOSE'; readonly id: string }
  | { readonly type: 'NEG-CLOSE'; readonly id: string }
  /** `message` in hex. */
  | {
      readonly type: 'NEG-OPEN';
      readonly id: string;
      readonly filters: readonly Filter[];
      readonly message: string;
    }
  | { readonly type: 'NEG-MSG'; readonly id: string; readonly message: string }
  | { readonly type: 'bad'; readonly answer: readonly string[] };

const BAD_FILTER = `invalid: filter; it has the fields of NIP-01, at most ${MOST_FILTER_VALUES} values and ${MOST_FILTER_TAGS} tags`;

/**
 * Parse one text frame. An error becomes a NOTICE, or CLOSED if the frame names a subscription.
 * Never throws.
 */
export function readMessage(text: string): Message {
  const size = Buffer.byteLength(text);
  if (size > LIMITS.message)
    return notice(`invalid: a message of ${size} bytes; at most ${LIMITS.message} are read`);
  const frame = parseUntrustedJson(text);
  if (!Array.isArray(frame))
    return notice(
      `invalid: ${hasTooManyParts(text) ? 'too many names, values or levels' : 'not a JSON array'}`,
    );
  const [type, first, ...rest]: unknown[] = frame;
  if (type === 'EVENT' || type === 'AUTH') return { type, value: first };
  const isComparison = type === 'NEG-OPEN' || type === 'NEG-MSG' || type === 'NEG-CLOSE';
  if (type !== 'REQ' && type !== 'COUNT' && type !== 'CLOSE' && !isComparison)
    return notice(
      'unsupported: only EVENT, REQ, CLOSE, COUNT, AUTH, NEG-OPEN, NEG-MSG and NEG-CLOSE are known here',
    );
  if (typeof first !== 'string' || first === '' || first.length > LIMITS.subId)
    return notice('invalid: subscription id');
  if (isComparison) return readComparison(type, first, rest);
  if (type === 'CLOSE') return { type, id: first };
  const filters = readFilters(rest);
  if (typeof filters === 'string') return closed(first, filters);
  return { type, id: first, filters, size };
}

function readComparison(
  type: 'NEG-OPEN' | 'NEG-MSG' | 'NEG-CLOSE',
  id: string,
  rest: readonly unknown[],
): Message {
  if (type === 'NEG-CLOSE') return { type, id };
  const message = type === 'NEG-OPEN' ? rest[1] : rest[0];
  if (typeof message !== 'string' || !isHex(message, message.length))
    return { type: 'bad', answer: ['NEG-ERR', id, 'invalid: no message in hex'] };
  if (type === 'NEG-MSG') return { type, id, message };
  // Some clients send an array of filters, as strfry reads it.
  const filters = readFilters(Array.isArray(rest[0]) ? rest[0] : rest.slice(0, 1));
  return typeof filters === 'string'
    ? { type: 'bad', answer: ['NEG-ERR', id, filters] }
    : { type, id, filters, message };
}

/** Return the filters of one request, or the reason of a refusal. */
function readFilters(values: readonly unknown[]): readonly Filter[] | string {
  if (values.length === 0) return 'invalid: no filter';
  if (values.length > LIMITS.filters) return 'invalid: too many filters';
  const filters: Filter[] = [];
  for (const value of values) {
    const filter = readFilter(value);
    if (!filter) return BAD_FILTER;
    filters.push(filter);
  }
  const sum = filters.reduce((total, filter) => total + valuesOf(filter), 0);
  return sum > LIMITS.values
    ? `invalid: ${sum} values in the filters; at most ${LIMITS.values} are taken`
    : filters;
}

function notice(text: string): Message {
  return { type: 'bad', answer: ['NOTICE', text] };
}

function closed(id: string, text: string): Message {
  return { type: 'bad', answer: ['CLOSED', id, text] };
}
