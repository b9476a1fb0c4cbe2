import type { Filter } from '../../src/events/connection/filter.ts';
import type { Store } from '../store/store.ts';
import { LIMITS } from './limits.ts';
import { answerNegentropy, collectIds, type SortedIds } from './negentropy.ts';

/**
 * The first message of a comparison in hex, the filters of its events, and the accounts that may
 * read them.
 */
interface Comparison {
  readonly filters: readonly Filter[];
  readonly message: string;
  readonly readers: readonly string[];
}

/** Comparisons of a client with the store (NIP-77). Each returned string is a frame to send. */
export interface Reconciling {
  open(id: string, asked: Comparison, signal?: AbortSignal): Promise<readonly string[]>;
  go(id: string, message: string): readonly string[];
  close(id: string): void;
  /** Release all data that is held for this client. */
  end(): void;
}

/** Number of further events that may be held for comparisons, for all clients together. */
export interface Room {
  left: number;
}

/** Open the comparisons of one client. At most `LIMITS.reconciled` events are held for it. */
export function openReconciling(store: Pick<Store, 'walkIds'>, room: Room): Reconciling {
  const held = new Map<string, SortedIds>();
  let isEnded = false;
  const close = (id: string) => {
    room.left += held.get(id)?.size ?? 0;
    held.delete(id);
  };
  const answer = (id: string, message: string): readonly string[] => {
    const own = held.get(id);
    if (!own) return failed(id, 'closed: there is no such comparison');
    try {
      return ['NEG-MSG', id, answerNegentropy(own, Buffer.from(message, 'hex')).toString('hex')];
    } catch {
      close(id);
      return failed(id, 'invalid: not a message of Negentropy V1');
    }
  };
  return {
    go: answer,
    close,
    end() {
      isEnded = true;
      for (const id of held.keys()) close(id);
    },
    async open(id, { filters, message, readers }, signal) {
      close(id);
      const most = Math.min(
        room.left,
        LIMITS.reconciled - [...held.values()].reduce((sum, { size }) => sum + size, 0),
      );
      const events = collectIds();
      try {
        for await (const some of store.walkIds(filters, most + 1, readers, signal)) {
          if (isEnded) return failed(id, 'closed: the connection has ended');
          for (const event of some) {
            if (events.size === most || room.left === 0)
              return failed(id, `blocked: more than ${events.size} events, ask for a shorter time`);
            events.add(event.id, event.time);
            // Other clients collect concurrently.
            room.left--;
          }
        }
        held.set(id, events.sorted());
      } finally {
        if (!held.has(id)) room.left += events.size;
      }
      return answer(id, message);
    },
  };
}

function failed(id: string, reason: string): readonly string[] {
  return ['NEG-ERR', id, reason];
}
