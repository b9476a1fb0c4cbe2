import { useSelector } from '@xstate/react';
import { useFeature } from '../account/use-features.ts';
import { useHides } from '../app/shell-context.ts';

/** How many messages of who is here are unread (ROUTE-19): as the service counts them, and private ones that were opened, none of muted people. */
export function useUnreadMessages(): number {
  const hides = useHides();
  const counted = useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count ?? 0);
  const contacts = useSelector(useFeature('wraps'), (snapshot) => snapshot?.context.contacts);
  const privately = [...(contacts?.values() ?? [])].reduce((sum, { peer, unread }) => sum + (hides?.user(peer) ? 0 : unread), 0);
  return counted + privately;
}
