import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds } from '../../../src/events/core/time.ts';

/** An event as other implementations take it: its time a plain number, its tags lists of their own. */
export const onWire = <E extends Pick<SignedEvent, 'created_at' | 'tags'>>(event: E) => ({
  ...event,
  created_at: inSeconds(event.created_at),
  tags: event.tags.map((tag) => [...tag]),
});
