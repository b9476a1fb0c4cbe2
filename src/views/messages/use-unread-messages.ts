import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { Hides } from '../../events/account/judge.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';
import { useFeature } from '../account/use-features.ts';
import { useHides } from '../app/shell-context.ts';

/**
 * How many messages of who is here are unread (ROUTE-19): as the service counts them, and private ones that were opened. None of muted people;
 * whom the account muted in private the service counts, until it is known here how many they wrote.
 */
export function useUnreadMessages(): { readonly counted: number; readonly privately: number } {
  const hides = useHides();
  const counted = useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count ?? 0);
  const muted = useSelector(useFeature('messages'), (snapshot) => mutedIn(snapshot?.context.unread, hides));
  const contacts = useSelector(useFeature('wraps'), (snapshot) => snapshot?.context.contacts);
  return { counted: Math.max(0, counted - muted), privately: unreadOf(contacts?.values() ?? [], hides) };
}

/** Unread messages of contacts, but of muted ones. */
export function unreadOf(contacts: Iterable<Contact>, hides: Hides | undefined): number {
  let sum = 0;
  for (const { peer, unread } of contacts) if (!hides?.user(peer)) sum += unread;
  return sum;
}

/** How many of what the service counts as unread muted people wrote. */
export function mutedIn(unread: UnreadByPeer | undefined, hides: Hides | undefined): number {
  let sum = 0;
  for (const [peer, count] of unread ?? []) if (hides?.user(peer)) sum += count;
  return sum;
}
type UnreadByPeer = SnapshotFrom<MessagesActor>['context']['unread'];
