import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { indexEvent, type IndexedEvent } from './filter-matcher.ts';

/** A client that receives matching new events. */
export interface Receiver {
  deliver(indexed: IndexedEvent): void;
}

/** Time that new events may block the thread before other tasks run. */
const TURN_MS = 8;

interface Delivery {
  (events: readonly VerifiedEvent[]): void;
  /** Resolves when nothing is queued. */
  idle(): Promise<void>;
}

/**
 * Deliver new events to all receivers in order, each event to all before the next. With many
 * clients and filters this takes several turns of the event loop.
 */
export function openDelivery(receivers: ReadonlySet<Receiver>): Delivery {
  const waiting: VerifiedEvent[] = [];
  let isWorking = false;
  let working: Promise<void> | undefined;
  const work = async () => {
    isWorking = true;
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
    isWorking = false;
  };
  const deliver = (events: readonly VerifiedEvent[]) => {
    if (receivers.size === 0) return;
    for (const event of events) waiting.push(event);
    if (!isWorking) working = work();
  };
  return Object.assign(deliver, { idle: async () => working });
}
