import type { Store } from '../../../service/store/store.ts';

const AT_ONCE: readonly (keyof Store)[] = ['now', 'onInserted', 'walk', 'walkIds'];

/**
 * A store as if in another thread: requests and responses are copies of plain data. Every response
 * takes a turn of the event loop, so that other work can run in between.
 */
export function asynchronously(store: Store): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const ask = target[name];
      if (typeof ask !== 'function' || AT_ONCE.includes(name)) return ask;
      return async (...asked: unknown[]): Promise<unknown> => {
        const copies: unknown[] = structuredClone(asked);
        await new Promise(setImmediate);
        const answer: unknown = await Reflect.apply(ask, target, copies);
        await new Promise(setImmediate);
        return structuredClone(answer);
      };
    },
  });
}
