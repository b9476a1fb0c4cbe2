import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { embeddedRepost } from '../../src/events/facts/references.ts';
import { eventJson } from '../../src/events/nostr/serialize.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { LIMITS } from './limits.ts';

/** What somebody may publish in a stretch of time; Infinity where that is not counted. */
export interface Quotas {
  /** Events in one minute of the clock. */
  readonly events: number;
  /** Bytes of events, as JSON, in one day (UTC). */
  readonly bytes: number;
}

/** What the operator lets people publish. */
export interface Policy {
  /** Kinds that are taken, as ranges of which both ends count; undefined: all. */
  readonly kinds: readonly (readonly [from: number, to: number])[] | undefined;
  /** Bytes of one event as JSON. */
  readonly eventBytes: number;
  /** Whether anybody may publish, or only accounts that the operator allowed. */
  readonly publishing: 'all' | 'allowed';
  readonly account: Quotas;
  readonly address: Quotas;
}

/** Enough for whoever moves a whole archive of his own here, and too little to fill a disk in a night. */
export const POLICY: Policy = {
  kinds: undefined,
  eventBytes: LIMITS.message,
  publishing: 'all',
  account: { events: 3_000, bytes: 256 * 2 ** 20 },
  address: { events: 12_000, bytes: 2 * 2 ** 30 },
};

/** Why an event of that many bytes is none that is kept here, whoever brings it, by the prefixes of NIP-01. */
export function misfitOf(event: SignedEvent, bytes: number, policy: Policy): string | undefined {
  const { kinds, eventBytes } = policy;
  const { kind } = event;
  if (kinds && !kinds.some(([from, to]) => kind >= from && kind <= to)) return `blocked: events of kind ${kind} are not taken here`;
  const inner = readEvent(embeddedRepost(event));
  const misfit = inner && misfitOf(inner, 0, policy);
  if (misfit !== undefined) return misfit;
  return bytes > eventBytes ? `invalid: too large: ${bytes} bytes, at most ${eventBytes} are taken` : undefined;
}

/** Bytes of an event as JSON. */
export function bytesOf(event: SignedEvent): number {
  return Buffer.byteLength(eventJson(event));
}
