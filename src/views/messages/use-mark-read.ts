import { useEffect, useSyncExternalStore } from 'react';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';

/**
 * Report the visible conversation, which is marked as read (DM-02). Messages that arrive while the
 * page is hidden stay unread, and are requested when it is visible again.
 */
export function useLookedAt(
  actor: Pick<MessagesActor, 'send'> | undefined,
  peer: string | undefined,
): void {
  const isHidden = useSyncExternalStore(subscribe, () => document.hidden);
  const looked = isHidden ? undefined : peer;
  useEffect(() => {
    if (!actor || looked === undefined) return undefined;
    actor.send({ type: 'messages.select', peer: looked });
    return () => actor.send({ type: 'messages.select', peer: undefined });
  }, [actor, looked]);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
