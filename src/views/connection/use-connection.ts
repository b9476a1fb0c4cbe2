import { useSelector } from '@xstate/react';
import { useApp, useCache } from '../ui/hooks/app-context.ts';

/**
 * The connection of this page. `isOffline`: the browser has no network. `isGone`: the caching
 * service does not answer. `heardAt`: when it last answered, in seconds.
 */
export function useConnection() {
  const cache = useCache();
  return {
    isOffline: useSelector(useApp(), (snapshot) => snapshot.hasTag('offline')),
    isGone: useSelector(cache, (snapshot) => !snapshot.hasTag('online')),
    heardAt: useSelector(cache, ({ context }) => context.heardAt),
    reconnect: () => cache.send({ type: 'cache.connect' }),
  };
}
