import type { Filter } from '../../src/events/connection/filter.ts';
import { inSeconds } from '../../src/events/time.ts';
import type { Store } from '../store/store.ts';
import { LIMITS } from './limits.ts';
import { answerNegentropy, type SortedIds, sortIds } from './negentropy.ts';

/** What a client compares with what is here (NIP-77): each answer is a frame to send. */
export interface Reconciling {
  open(id: string, filter: Filter, message: string, readers: readonly string[]): Promise<readonly string[]>;
  go(id: string, message: string): readonly string[];
  close(id: string): void;
}

/** Opens the comparisons of one client; as many as `LIMITS.reconciled` events are held for them together. */
export function openReconciling(store: Pick<Store, 'walk'>): Reconciling {
  const held = new Map<string, SortedIds>();
  const answer = (id: string, message: string): readonly string[] => {
    const own = held.get(id);
    if (!own) return failed(id, 'closed: there is no such comparison');
    try {
      return ['NEG-MSG', id, answerNegentropy(own, Buffer.from(message, 'hex')).toString('hex')];
    } catch {
      held.delete(id);
      return failed(id, 'invalid: not a message of Negentropy V1');
    }
  };
  return {
    go: answer,
    close: (id) => void held.delete(id),
    async open(id, filter, message, readers) {
      held.delete(id);
      const room = LIMITS.reconciled - [...held.values()].reduce((sum, { size }) => sum + size, 0);
      const events: { id: string; time: number }[] = [];
      for await (const event of store.walk([filter], room + 1, readers)) events.push({ id: event.id, time: inSeconds(event.created_at) });
      if (events.length > room) return failed(id, `blocked: more than ${room} events, ask for a shorter time`);
      held.set(id, sortIds(events));
      return answer(id, message);
    },
  };
}

function failed(id: string, reason: string): readonly string[] {
  return ['NEG-ERR', id, reason];
}
