import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { indexEvent } from './filter-matcher.ts';
import type { SubscriptionIndex } from './subscription-index.ts';

/** Time that new events may block the thread before other tasks run. */
const TURN_MS = 8;

interface Delivery {
  (events: readonly VerifiedEvent[]): void;
  /** Resolves when nothing is queued. */
  idle(): Promise<void>;
}

/**
 * Deliver new events to all matching subscriptions in order, each event to all before the next.
 * With many subscriptions this takes several turns of the event loop.
 */
export function openDelivery(subscriptions: SubscriptionIndex): Delivery {
  const waiting: VerifiedEvent[] = [];
  let isWorking = false;
  let working: Promise<void> | undefined;
  const work = async () => {
    isWorking = true;
    let started = performance.now();
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const indexed = indexEvent(event);
      for (const receiver of subscriptions.matching(indexed)) {
        if (performance.now() - started >= TURN_MS) {
          await new Promise(setImmediate);
          started = performance.now();
        }
        if (subscriptions.has(receiver)) receiver.deliver(indexed);
      }
    }
    isWorking = false;
  };
  const deliver = (events: readonly VerifiedEvent[]) => {
    if (subscriptions.size === 0) return;
    for (const event of events) waiting.push(event);
    if (!isWorking) working = work();
  };
  return Object.assign(deliver, { idle: async () => working });
}
