import type { SignedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { clip } from '../core/text.ts';

/**
 * A message of a relay (NIP-01, 42, 45). `id` is the subscription's. Events have passed only the
 * check of their shape.
 */
export type RelayMessage =
  | { readonly type: 'EVENT'; readonly id: string; readonly event: SignedEvent }
  | { readonly type: 'EOSE'; readonly id: string }
  | { readonly type: 'CLOSED'; readonly id: string; readonly reason: string }
  | {
      readonly type: 'OK';
      readonly eventId: string;
      readonly accepted: boolean;
      readonly reason: string;
    }
  | { readonly type: 'NOTICE'; readonly text: string }
  | { readonly type: 'AUTH'; readonly challenge: string }
  | {
      readonly type: 'COUNT';
      readonly id: string;
      readonly count: number;
      readonly approximate: boolean;
    };

/** Maximum length of a reason, notice or challenge, in UTF-16 units. */
const MAX_TEXT = 4_096;

/** Read one text frame of a relay; `undefined` unless it is exactly one of these messages. */
export function readRelayMessage(frame: string): RelayMessage | undefined {
  const value = parseJson(frame);
  if (!Array.isArray(value)) return undefined;
  const [type, first, second, third]: readonly unknown[] = value;
  if (typeof first !== 'string') return undefined;
  switch (type) {
    case 'EVENT': {
      const event = readEvent(second);
      return event && { type, id: first, event };
    }
    case 'EOSE':
      return { type, id: first };
    case 'CLOSED':
      return { type, id: first, reason: textOf(second) };
    case 'OK':
      return isHex(first, 64) && typeof second === 'boolean'
        ? { type, eventId: first, accepted: second, reason: textOf(third) }
        : undefined;
    case 'NOTICE':
      return { type, text: textOf(first) };
    case 'AUTH':
      return { type, challenge: textOf(first) };
    case 'COUNT':
      return readCount(first, second);
    default:
      return undefined;
  }
}

/**
 * Return the machine-readable prefix of a reason, or '' (NIP-01: duplicate, pow, blocked,
 * rate-limited, invalid, auth-required ...).
 */
export function reasonPrefix(reason: string): string {
  const end = reason.indexOf(': ');
  const prefix = end > 0 && end <= 32 ? reason.slice(0, end) : '';
  for (const char of prefix) if (char !== '-' && (char < 'a' || char > 'z')) return '';
  return prefix;
}

function readCount(id: string, body: unknown): RelayMessage | undefined {
  const count = isRecord(body) ? field(body, 'count') : undefined;
  if (!isRecord(body) || typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    return undefined;
  return { type: 'COUNT', id, count, approximate: field(body, 'approximate') === true };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? clip(value, MAX_TEXT) : '';
}
