import type { WebSocket } from 'ws';
import { openInFlight } from '../http/in-flight.ts';
import { openDelivery } from './deliver-events.ts';
import { LIMITS } from './limits.ts';
import { openSubscriptionIndex } from './subscription-index.ts';
import { RelayConnection, type RelayParts } from './relay-connection.ts';

/** A NIP-01 relay over the store. */
export interface Relay {
  /**
   * Serve one client at a network address, as normalized by `addressOf`, until its socket closes.
   * Returns a function that ends it earlier.
   */
  serve(socket: WebSocket, from: string): () => Promise<void>;
  readonly subscriptions: () => number;
  close(): void;
}

export function openRelay(parts: RelayParts): Relay {
  const room = { left: LIMITS.reconciledInAll };
  const values = openInFlight(LIMITS.heldValues);
  const index = openSubscriptionIndex();
  const deliver = openDelivery(index);
  const settled = async () => {
    await parts.store.settled();
    await deliver.idle();
  };
  const stop = parts.store.onInserted(({ added, ephemeral }) => deliver([...added, ...ephemeral]));
  return {
    serve(socket, from) {
      const held = values.begin(from);
      const session = new RelayConnection(socket, parts, { room, from, held, settled, index });
      return () => session.end();
    },
    subscriptions: () => index.size,
    close: stop,
  };
}
