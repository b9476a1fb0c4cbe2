import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { embeddedRepost } from '../../src/events/facts/references.ts';
import { eventJson } from '../../src/events/nostr/serialize.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { LIMITS } from './limits.ts';

/** Publishing limits for a period, or Infinity without a limit. */
export interface Quotas {
  /** Events in one minute of the clock. */
  readonly events: number;
  /** Bytes of events, as JSON, in one day (UTC). */
  readonly bytes: number;
}

/** The operator's publishing policy. */
export interface Policy {
  /** Accepted kinds as inclusive ranges, or `undefined` for all. */
  readonly kinds: readonly (readonly [from: number, to: number])[] | undefined;
  /** Bytes of one event as JSON. */
  readonly eventBytes: number;
  /** `all`: every account may publish. `allowed`: only accounts that the operator allowed. */
  readonly publishing: 'all' | 'allowed';
  readonly account: Quotas;
  readonly address: Quotas;
}

/** Enough to import an archive of one's own, and too little to fill a disk in a night. */
export const POLICY: Policy = {
  kinds: undefined,
  eventBytes: LIMITS.message,
  publishing: 'all',
  account: { events: 3_000, bytes: 256 * 2 ** 20 },
  address: { events: 12_000, bytes: 2 * 2 ** 30 },
};

/** Return the reason why an event of that size is never stored here, by the prefixes of NIP-01. */
export function policyViolation(
  event: SignedEvent,
  bytes: number,
  policy: Policy,
): string | undefined {
  const { kinds, eventBytes } = policy;
  const { kind } = event;
  if (kinds && !kinds.some(([from, to]) => kind >= from && kind <= to))
    return `blocked: events of kind ${kind} are not taken here`;
  const inner = readEvent(embeddedRepost(event));
  const misfit = inner && policyViolation(inner, 0, policy);
  if (misfit !== undefined) return misfit;
  return bytes > eventBytes
    ? `invalid: too large: ${bytes} bytes, at most ${eventBytes} are taken`
    : undefined;
}

/** Bytes of an event as JSON. */
export function bytesOf(event: SignedEvent): number {
  return Buffer.byteLength(eventJson(event));
}
