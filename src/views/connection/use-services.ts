import { useSelector } from '@xstate/react';
import { useCache } from '../ui/hooks/app-context.ts';

export function useServiceUrl(): string {
  return useSelector(useCache(), ({ context }) => context.url);
}

/**
 * The pool of caching services (CACHE-09), and actions on it. `problem`: the reason why a change
 * was not stored.
 */
export function useServices() {
  const cache = useCache();
  return {
    urls: useSelector(cache, ({ context }) => context.urls),
    problem: useSelector(cache, ({ context }) => context.said.problem),
    /** Sets the pool. `url` is the service to use from now on. */
    set: (urls: readonly string[], url: string | undefined) =>
      cache.send({ type: 'cache.pool', urls, url }),
    test: (url: string) => cache.send({ type: 'cache.test', url }),
    restore: () => cache.send({ type: 'cache.restore' }),
  };
}

/**
 * One caching service of the pool: its connection state, whether it is in use, and the result of
 * its last test.
 */
export function useService(url: string) {
  const cache = useCache();
  return {
    isUsed: useSelector(cache, ({ context }) => context.url === url),
    state: useSelector(cache, (snapshot): 'online' | 'connecting' | 'offline' =>
      snapshot.hasTag('online')
        ? 'online'
        : snapshot.hasTag('connecting')
          ? 'connecting'
          : 'offline',
    ),
    test: useSelector(cache, ({ context }) => context.said.tests?.get(url)),
    reconnect: () => cache.send({ type: 'cache.reset' }),
    /** Disconnects until the user connects again (CACHE-01). */
    disconnect: () => cache.send({ type: 'cache.disconnect' }),
    ask: () => cache.send({ type: 'cache.test', url }),
  };
}
