import { useEffect, useSyncExternalStore } from 'react';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';

/**
 * Says whose conversation is looked at, as what is looked at is marked as read (DM-02). Nobody looks at a page that is out of sight: what comes
 * meanwhile stays unread, and is fetched once somebody is back.
 */
export function useLookedAt(actor: Pick<MessagesActor, 'send'> | undefined, peer: string | undefined): void {
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
