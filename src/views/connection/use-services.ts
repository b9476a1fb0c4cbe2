import { useSelector } from '@xstate/react';
import { useCache } from '../ui/hooks/app-context.ts';

/** Address of the caching service in use. */
export function useServiceUrl(): string {
  return useSelector(useCache(), ({ context }) => context.url);
}

/** The pool of caching services (CACHE-09), and what can be done with it; `problem`: why a change of it did not last. */
export function useServices() {
  const cache = useCache();
  return {
    urls: useSelector(cache, ({ context }) => context.urls),
    problem: useSelector(cache, ({ context }) => context.said.problem),
    /** Makes these the pool; `url` is the one to use from now on. */
    set: (urls: readonly string[], url: string | undefined) => cache.send({ type: 'cache.pool', urls, url }),
    test: (url: string) => cache.send({ type: 'cache.test', url }),
    restore: () => cache.send({ type: 'cache.restore' }),
  };
}

/** One caching service of the pool: how the connection stands, whether it is this one's, and what its last test found. */
export function useService(url: string) {
  const cache = useCache();
  return {
    isUsed: useSelector(cache, ({ context }) => context.url === url),
    state: useSelector(cache, (snapshot): 'online' | 'connecting' | 'offline' =>
      snapshot.hasTag('online') ? 'online' : snapshot.hasTag('connecting') ? 'connecting' : 'offline',
    ),
    test: useSelector(cache, ({ context }) => context.said.tests?.get(url)),
    reconnect: () => cache.send({ type: 'cache.reset' }),
    /** Until it is connected again by hand (CACHE-01). */
    disconnect: () => cache.send({ type: 'cache.disconnect' }),
    ask: () => cache.send({ type: 'cache.test', url }),
  };
}
