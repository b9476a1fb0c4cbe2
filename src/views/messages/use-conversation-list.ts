import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { getRow, rowsOf } from '../../events/core/table.ts';
import { inOrder, type Contact, type Contacts } from '../../events/messages/contacts.ts';
import { type LastLine, mergedContacts, NO_LIST } from '../../events/messages/message-list.ts';
import { peopleNamed } from '../../events/reading/search/quick-search.ts';
import type { ContactsActor } from '../../machines/messages/contacts.machine.ts';
import type { MessageListActor } from '../../machines/messages/message-list.machine.ts';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';
import { useConnection } from '../connection/use-connection.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { useHides } from '../ui/hooks/shell-context.ts';

type Snapshot = ReturnType<MessagesActor['getSnapshot']>;

function useList(actor: MessagesActor): MessageListActor | undefined {
  return useSelector(
    actor,
    ({ children }: Snapshot): MessageListActor | undefined => children.messageList,
  );
}

/** Return the contacts that this device keeps from an earlier page (STATE-03). */
export function useKeptContacts(actor: MessagesActor) {
  return useSelector(useList(actor), (snapshot) => snapshot?.context.kept ?? NO_LIST).contacts;
}

/** Return the last message of a conversation, once it is decrypted. */
export function useLastLine(actor: MessagesActor, peer: string): LastLine | undefined {
  return useSelector(useList(actor), (snapshot) => snapshot?.context.lines.get(peer));
}

/** True if nothing is received now: there is no network, or the caching service is gone. */
export function useIsWaiting(): boolean {
  const { isOffline, isGone } = useConnection();
  return isOffline || isGone;
}

const NOBODY: Contacts = new Map();
const NO_ROWS: readonly Contact[] = [];

/**
 * Return the known conversations of all relations that match a search: by names and addresses of
 * the person, or by the last message. `undefined` if nothing is searched for.
 */
export function useMatchingContacts(
  actor: MessagesActor,
  search: string,
): readonly Contact[] | undefined {
  const text = search.trim();
  const kept = useKeptContacts(actor);
  const lists = useSelector(
    useSelector(actor, ({ children }: Snapshot): ContactsActor | undefined => children.contacts),
    (snapshot) => snapshot?.context.lists,
  );
  const privately = useSelector(actor, ({ context }) => context.privately);
  const lines = useSelector(useList(actor), (snapshot) => snapshot?.context.lines ?? NO_LIST.lines);
  const profiles = useFacts((facts) => (text === '' ? undefined : facts.profiles));
  const hides = useHides();
  return useMemo(() => {
    if (!profiles) return undefined;
    const contacts = new Map([...(lists?.values() ?? [])].flatMap((one) => [...one.contacts]));
    const all = mergedContacts(kept, contacts, privately ?? NOBODY);
    if (all.size === 0) return NO_ROWS;
    const known = rowsOf(profiles);
    const named = new Set(
      peopleNamed(
        [...known].filter(([pubkey]) => all.has(pubkey)),
        text,
      ),
    );
    const lower = text.toLowerCase();
    return inOrder(all).filter(
      ({ peer }) =>
        !hides?.user(peer) &&
        (named.has(peer) ||
          getRow(profiles, peer)?.nip05.toLowerCase().startsWith(lower) === true ||
          lines.get(peer)?.text.reveal()?.toLowerCase().includes(lower) === true),
    );
  }, [text, kept, lists, privately, lines, profiles, hides]);
}
