import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds } from '../../../src/events/core/time.ts';

/** Return an event as other implementations expect it: a plain number as time, mutable tags. */
export const plainEvent = <E extends Pick<SignedEvent, 'created_at' | 'tags'>>(event: E) => ({
  ...event,
  created_at: inSeconds(event.created_at),
  tags: event.tags.map((tag) => [...tag]),
});
