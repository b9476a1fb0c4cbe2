import { useContext, useEffect, useEffectEvent } from 'react';
import { ChildrenContext } from './app-context.ts';

/**
 * Calls back each time the connection returns while a view waits for it: that of the caching
 * service, or the browser's own.
 */
export function useReconnected(waits: boolean, onReturn: () => void): void {
  const { cache } = useContext(ChildrenContext);
  const tell = useEffectEvent(onReturn);
  useEffect(() => {
    if (!waits) return undefined;
    let wasOnline = cache?.getSnapshot().hasTag('online') ?? true;
    const watch = cache?.subscribe((snapshot) => {
      const isOnline = snapshot.hasTag('online');
      if (isOnline && !wasOnline) tell();
      wasOnline = isOnline;
    });
    const hear = () => tell();
    window.addEventListener('online', hear);
    return () => {
      watch?.unsubscribe();
      window.removeEventListener('online', hear);
    };
  }, [waits, cache]);
}
