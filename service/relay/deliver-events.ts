import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { indexEvent, type IndexedEvent } from './filter-matcher.ts';

/** A client that new events are compared for. */
export interface Receiver {
  deliver(indexed: IndexedEvent): void;
}

/** How long new events hold the thread before others have their turn. */
const TURN_MS = 8;

/**
 * Pass new events on to all receivers, each event to all before the next. Where many clients hold many filters this takes several turns. The
 * order of the events stays the same.
 */
export function openDelivery(receivers: ReadonlySet<Receiver>): (events: readonly VerifiedEvent[]) => void {
  const waiting: VerifiedEvent[] = [];
  let working = false;
  const work = async () => {
    working = true;
    let started = performance.now();
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const indexed = indexEvent(event);
      for (const receiver of receivers) {
        if (performance.now() - started >= TURN_MS) {
          await new Promise(setImmediate);
          started = performance.now();
        }
        if (receivers.has(receiver)) receiver.deliver(indexed);
      }
    }
    working = false;
  };
  return (events) => {
    if (receivers.size === 0) return;
    for (const event of events) waiting.push(event);
    if (!working) void work();
  };
}
