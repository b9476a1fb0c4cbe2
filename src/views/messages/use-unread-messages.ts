import { useSelector } from '@xstate/react';
import type { Hides } from '../../events/account/judge.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import { useFeature } from '../account/use-features.ts';
import { useHides } from '../app/shell-context.ts';

/** How many messages of who is here are unread (ROUTE-19): as the service counts them, and private ones that were opened, none of muted people. */
export function useUnreadMessages(): { readonly counted: number; readonly privately: number } {
  const hides = useHides();
  const counted = useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count ?? 0);
  const contacts = useSelector(useFeature('wraps'), (snapshot) => snapshot?.context.contacts);
  return { counted, privately: unreadOf(contacts?.values() ?? [], hides) };
}

/** Unread messages of contacts, but of muted ones. */
export function unreadOf(contacts: Iterable<Contact>, hides: Hides | undefined): number {
  let sum = 0;
  for (const { peer, unread } of contacts) if (!hides?.user(peer)) sum += unread;
  return sum;
}
