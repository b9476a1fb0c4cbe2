import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Hides } from '../../events/reading/moderation/moderation.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';
import type { Tally } from '../../machines/messages/unread-by-sender.machine.ts';
import { useFeature } from '../account/use-features.ts';
import { useAccount, useAccountActor } from '../ui/hooks/app-context.ts';
import { useHides } from '../ui/hooks/shell-context.ts';
import { useServiceUrl } from '../connection/use-services.ts';

/** `isKnown`: the service has said how many it counts; `muted`: so many of what it counts are by muted people. */
export interface UnreadMessages {
  readonly counted: number;
  readonly muted: number;
  readonly privately: number;
  readonly isKnown: boolean;
}

/** How many messages of who is here are unread (ROUTE-19), none of them by muted people: as the service counts them, and private ones that were opened. */
export function useUnreadMessages(): UnreadMessages {
  const hides = useHides();
  const contacts = useSelector(useFeature('wraps'), (snapshot) => snapshot?.context.contacts);
  useTally();
  const isKnown = useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count !== undefined);
  const known = useKnown();
  return { counted: countedOf(known, hides), muted: mutedOf(known, hides), privately: unreadOf(contacts?.values() ?? [], hides), isKnown };
}

/** Has it asked who wrote what is unread: the service knows none of those whom the account mutes in private. */
function useTally(): void {
  const account = useAccountActor();
  const pubkey = useAccount()?.pubkey;
  const service = useServiceUrl();
  const isAny = useSelector(useFeature('unread'), (snapshot) => (snapshot?.context.count ?? 0) > 0);
  useEffect(() => {
    if (isAny && pubkey) account.send({ type: 'account.intent', intent: { type: 'tally.open', service } });
  }, [account, isAny, pubkey, service]);
}

/** How many of those that the service counts are not by muted people. */
export function useCounted(): number {
  return countedOf(useKnown(), useHides());
}

function useKnown(): Counted {
  const total = useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count ?? 0);
  const tally = useSelector(useFeature('tally'), (snapshot) => snapshot?.context.tally);
  const listed = useSelector(useFeature('messages'), (snapshot) => snapshot?.context.unread);
  return { total, tally, listed };
}

/** Unread messages of contacts, but of muted ones. */
export function unreadOf(contacts: Iterable<Contact>, hides: Hides | undefined): number {
  let sum = 0;
  for (const { peer, unread } of contacts) if (!hides?.user(peer)) sum += unread;
  return sum;
}

interface Counted {
  readonly total: number;
  readonly tally: Tally | undefined;
  /** Unread messages by who wrote them, of the contacts that are looked at. */
  readonly listed: SnapshotFrom<MessagesActor>['context']['unread'] | undefined;
}

/** What the service counts without what muted people wrote. A message counts once it is known, or cannot be known, who wrote it. */
export function countedOf(known: Counted, hides: Hides | undefined): number {
  const { total, tally } = known;
  return Math.max(0, Math.min(total, tally?.total ?? total) - mutedOf(known, hides));
}

/** What muted people wrote of it. */
export function mutedOf({ tally, listed }: Counted, hides: Hides | undefined): number {
  return Math.max(mutedIn(tally?.unread, hides), mutedIn(listed, hides));
}

function mutedIn(unread: ReadonlyMap<string, number> | undefined, hides: Hides | undefined): number {
  let sum = 0;
  for (const [peer, count] of unread ?? []) if (hides?.user(peer)) sum += count;
  return sum;
}
