import type { Store } from '../../../service/store/store.ts';

const AT_ONCE: readonly (keyof Store)[] = ['now', 'onInserted', 'walk'];

/**
 * A store as it is where it stands in another thread: questions and answers go there and back as copies of plain data, and every answer
 * takes a turn of the event loop, so that others come between.
 */
export function slowly(store: Store): Store {
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
