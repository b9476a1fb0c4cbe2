import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { HidesEvent } from '../../events/reading/moderation/moderation.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';
import type { UnreadBySender } from '../../machines/messages/unread-by-sender.machine.ts';
import { useFeature } from '../account/use-features.ts';
import { useAccount, useAccountActor } from '../ui/hooks/app-context.ts';
import { useHides } from '../ui/hooks/shell-context.ts';
import { useServiceUrl } from '../connection/use-services.ts';

/**
 * `isKnown`: the service has sent its count. `muted`: number of messages in it that are by muted
 * people.
 */
export interface UnreadMessages {
  readonly counted: number;
  readonly muted: number;
  readonly privately: number;
  readonly isKnown: boolean;
}

/**
 * Return the number of unread messages of the current user (ROUTE-19) without those of muted
 * people. It includes the service's count and decrypted private messages.
 */
export function useUnreadMessages(): UnreadMessages {
  const hides = useHides();
  const contacts = useSelector(useFeature('giftWraps'), (snapshot) => snapshot?.context.contacts);
  useTally();
  const isKnown = useSelector(
    useFeature('unread'),
    (snapshot) => snapshot?.context.count !== undefined,
  );
  const known = useKnown();
  return {
    counted: countedOf(known, hides),
    muted: mutedOf(known, hides),
    privately: unreadOf(contacts?.values() ?? [], hides),
    isKnown,
  };
}

/** Request the senders of unread messages, because the service does not know private mutes. */
function useTally(): void {
  const account = useAccountActor();
  const pubkey = useAccount()?.pubkey;
  const service = useServiceUrl();
  const isAny = useSelector(useFeature('unread'), (snapshot) => (snapshot?.context.count ?? 0) > 0);
  useEffect(() => {
    if (isAny && pubkey)
      account.send({ type: 'account.intent', intent: { type: 'unreadBySender.open', service } });
  }, [account, isAny, pubkey, service]);
}

/** Return the part of the service's count that is not by muted people. */
export function useCounted(): number {
  return countedOf(useKnown(), useHides());
}

const NOBODY_UNREAD: ReadonlyMap<string, number> = new Map();

/** Return the unread messages that the service counts, by sender, as far as known. */
export function useUnreadBySender(): ReadonlyMap<string, number> {
  return useSelector(
    useFeature('unreadBySender'),
    (snapshot) => snapshot?.context.tally?.unread ?? NOBODY_UNREAD,
  );
}

function useKnown(): Counted {
  const total = useSelector(useFeature('unread'), (snapshot) => snapshot?.context.count ?? 0);
  const tally = useSelector(useFeature('unreadBySender'), (snapshot) => snapshot?.context.tally);
  const listed = useSelector(useFeature('messages'), (snapshot) => snapshot?.context.unread);
  return { total, tally, listed };
}

/** Return the number of unread messages of contacts, without muted ones. */
export function unreadOf(contacts: Iterable<Contact>, hides: HidesEvent | undefined): number {
  let sum = 0;
  for (const { peer, unread } of contacts) if (!hides?.user(peer)) sum += unread;
  return sum;
}

interface Counted {
  readonly total: number;
  readonly tally: UnreadBySender | undefined;
  /** Unread messages by sender, of the listed contacts. */
  readonly listed: SnapshotFrom<MessagesActor>['context']['unread'] | undefined;
}

/**
 * Return the service's count without muted people. A message counts once its sender is known, or
 * cannot be known.
 */
export function countedOf(known: Counted, hides: HidesEvent | undefined): number {
  const { total, tally } = known;
  return Math.max(0, Math.min(total, tally?.total ?? total) - mutedOf(known, hides));
}

/** Return the part that is by muted people. */
export function mutedOf({ tally, listed }: Counted, hides: HidesEvent | undefined): number {
  return Math.max(mutedIn(tally?.unread, hides), mutedIn(listed, hides));
}

function mutedIn(
  unread: ReadonlyMap<string, number> | undefined,
  hides: HidesEvent | undefined,
): number {
  let sum = 0;
  for (const [peer, count] of unread ?? []) if (hides?.user(peer)) sum += count;
  return sum;
}
