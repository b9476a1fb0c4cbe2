import { EVENT_LIMITS } from '../../src/events/shape.ts';
import { LIMITS } from './limits.ts';

/** NIP-11: what the relay says of itself. */
export function relayInformation(version: string): Readonly<Record<string, unknown>> {
  return {
    name: 'Starling',
    description: 'The relay of a personal caching service: keeps what it is given, verifies every signature.',
    software: 'starling',
    version,
    supported_nips: [1, 9, 11, 40, 42, 45, 50, 70, 77],
    limitation: {
      max_message_length: LIMITS.message,
      max_subscriptions: LIMITS.subscriptions,
      max_filters: LIMITS.filters,
      max_limit: LIMITS.limit,
      max_subid_length: LIMITS.subId,
      max_event_tags: EVENT_LIMITS.tags,
      max_content_length: EVENT_LIMITS.content,
      default_limit: LIMITS.limit,
      created_at_upper_limit: LIMITS.future,
      auth_required: false,
      payment_required: false,
      restricted_writes: false,
    },
  };
}
