import { fromCallback } from 'xstate';
import type { Claim } from '../../../src/events/connection/claims.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { CacheQuery } from '../../../src/events/connection/cache-query.ts';
import type {
  ReceivedBatch,
  CacheCommand,
  CacheSignal,
} from '../../../src/machines/core/cache-protocol.ts';
import type { Fields } from '../events/trusted.ts';

/**
 * Play the socket's port: keep the messages sent on each connection and send those of the test. A
 * port that leaks closes no connection.
 */
export function fakeSocket({ leaks = false } = {}) {
  const epochs: Array<{
    url: string;
    sent: CacheCommand[];
    report: (signal: CacheSignal) => void;
    closed: boolean;
  }> = [];
  const logic = fromCallback<CacheCommand, { url: string; compress: boolean }>(
    ({ input, sendBack, receive }) => {
      const epoch = {
        url: input.url,
        sent: [] as CacheCommand[],
        report: (signal: CacheSignal) => sendBack(signal),
        closed: false,
      };
      epochs.push(epoch);
      receive((command) => epoch.sent.push(command));
      return () => {
        epoch.closed = !leaks;
      };
    },
  );
  const last = () => {
    const epoch = epochs.at(-1);
    if (!epoch) throw new Error('no socket was opened');
    return epoch;
  };
  return {
    logic,
    epochs,
    last,
    /** Requests of the latest connection that are not closed. */
    open(): Array<{ id: string; query: CacheQuery }> {
      const { sent } = last();
      const closed = new Set(
        sent.flatMap((command) => (command.type === 'socket.close' ? [command.id] : [])),
      );
      return sent.flatMap((command) =>
        command.type === 'socket.request' && !closed.has(command.id)
          ? [{ id: command.id, query: command.query }]
          : [],
      );
    },
    opened: () => last().report({ type: 'socket.opened' }),
    closed: (reason = '') => last().report({ type: 'socket.closed', reason }),
    batch: (...arrivals: ReceivedBatch[]) =>
      last().report({ type: 'socket.batch', arrivals, now: seconds(1_700_000_000) }),
    /** Open the connection and acknowledge the set-up. */
    connect() {
      this.opened();
      const setup = this.open().find(({ query }) => query.verb === 'set_primal_protocol');
      if (setup) this.batch(arrival(setup.id, { ended: true }));
    },
  };
}

export function arrival(id: string, over: Partial<Omit<ReceivedBatch, 'id'>> = {}): ReceivedBatch {
  return {
    id,
    events: [],
    referenced: [],
    claims: [],
    rejected: 0,
    ended: false,
    notice: undefined,
    ...over,
  };
}

export function range(
  elements: readonly string[],
  over: { since?: number; until?: number; orderBy?: string } = {},
): Claim {
  return {
    claim: 'range',
    since: undefined,
    until: undefined,
    orderBy: 'created_at',
    elements,
    ...over,
  };
}

/** An event as the adapters deliver it. Machines and views only read its fields. */
export function verified(over: Fields & { id: string }): VerifiedEvent {
  return {
    pubkey: 'a'.repeat(64),
    kind: 1,
    created_at: 1,
    tags: [],
    content: '',
    sig: '',
    ...over,
  } as VerifiedEvent;
}
