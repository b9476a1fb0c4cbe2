import type { RelayAsk } from '../../../src/machines/connection/relay-protocol.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

export const URL = 'wss://relay.example';
export const ME = 'b'.repeat(64);
export const event = trusted({ content: 'a' });
export const publish: RelayAsk = { kind: 'publish', event: pressed(event) };
export const subscribe: RelayAsk = { kind: 'subscribe', filters: [{ kinds: [1] }] };
export const count: RelayAsk = { kind: 'count', filters: [{ kinds: [1] }] };

/** The answer of a relay to an event. */
export const ok = (accepted: boolean, reason = '', eventId = event.id) =>
  ({ type: 'ok', eventId, accepted, reason }) as const;
