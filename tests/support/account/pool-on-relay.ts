import type { AbstractSimplePool } from 'nostr-tools/abstract-pool';
import type { Event, Filter } from 'nostr-tools';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import type { fakeRelay } from './fake-bunker.ts';

/**
 * The pool of nostr-tools on a relay in memory, limited to the calls of its remote signer client.
 */
export function poolOnRelay(
  relay: Pick<ReturnType<typeof fakeRelay>, 'publish' | 'listen'>,
): AbstractSimplePool {
  const listeners = new Set<(event: Event) => void>();
  relay.listen((event) => {
    const copy: Event = JSON.parse(JSON.stringify(event));
    for (const listener of listeners) listener(copy);
  });
  const pool = {
    subscribe: (_: string[], filter: Filter, { onevent }: { onevent: (event: Event) => void }) => {
      const listener = (event: Event): void => {
        const isMeant = event.tags.some(
          ([name, value]) => name === 'p' && filter['#p']?.includes(value ?? ''),
        );
        if (isMeant && (filter.authors?.includes(event.pubkey) ?? true)) onevent(event);
      };
      listeners.add(listener);
      return { close: () => listeners.delete(listener) };
    },
    publish: (_: string[], event: Event) => {
      const read = readEvent(JSON.parse(JSON.stringify(event)));
      if (read) relay.publish(read);
      return [Promise.resolve('')];
    },
  };
  return pool as unknown as AbstractSimplePool;
}
