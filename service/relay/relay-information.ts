import { MOST_FILTER_TAGS, MOST_FILTER_VALUES } from '../../src/events/connection/filter.ts';
import { EVENT_LIMITS } from '../../src/events/nostr/event-shape.ts';
import { LIMITS } from './limits.ts';
import type { Policy } from './policy.ts';

/** NIP-11: the relay's information document. Clients ignore unknown fields such as the quotas. */
export function relayInformation(
  version: string,
  policy: Policy,
): Readonly<Record<string, unknown>> {
  const { kinds, eventBytes, publishing, account, address } = policy;
  return {
    name: 'Starling',
    description:
      'The relay of a personal caching service: keeps what it is given, verifies every signature.',
    software: 'starling',
    version,
    supported_nips: [1, 9, 11, 40, 42, 45, 50, 70, 77],
    limitation: {
      max_message_length: LIMITS.message,
      max_subscriptions: LIMITS.subscriptions,
      max_filters: LIMITS.filters,
      max_open_filters: LIMITS.openFilters,
      max_open_values: LIMITS.values,
      max_filter_values: MOST_FILTER_VALUES,
      max_filter_tags: MOST_FILTER_TAGS,
      max_limit: LIMITS.limit,
      max_subid_length: LIMITS.subId,
      max_event_tags: EVENT_LIMITS.tags,
      max_content_length: EVENT_LIMITS.content,
      default_limit: LIMITS.limit,
      created_at_upper_limit: LIMITS.future,
      auth_required: false,
      payment_required: false,
      restricted_writes: kinds !== undefined || publishing === 'allowed',
      max_event_bytes: eventBytes,
      // Infinity is null in JSON.
      events_per_minute: { account: account.events, address: address.events },
      bytes_per_day: { account: account.bytes, address: address.bytes },
    },
    ...(kinds && {
      retention: [
        { kinds, time: null },
        { kinds: othersThan(kinds), time: 0 },
      ],
    }),
  };
}

/** Kinds are of 16 bits (NIP-01). */
const LAST_KIND = 65_535;

/** Return all kinds but these, as ranges. */
export function othersThan(kinds: NonNullable<Policy['kinds']>): [number, number][] {
  const others: [number, number][] = [];
  let next = 0;
  for (const [from, to] of kinds.toSorted(([one], [other]) => one - other)) {
    if (from > next) others.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next <= LAST_KIND ? [...others, [next, LAST_KIND]] : others;
}
