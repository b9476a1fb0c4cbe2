import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { getRow, rowsOf } from '../../events/core/table.ts';
import {
  inOrder,
  type Contact,
  type Contacts,
  type PrivateMessages,
} from '../../events/messages/contacts.ts';
import {
  countOthers,
  type LastLine,
  type LastLines,
  mergedContacts,
  NO_LIST,
} from '../../events/messages/message-list.ts';
import { enteredIn } from '../../events/messages/outgoing-message.ts';
import { foundLine, isLineWith } from '../../events/messages/message-search.ts';
import { bestPeople, peopleNamed } from '../../events/reading/search/quick-search.ts';
import type { ContactsActor } from '../../machines/messages/contacts.machine.ts';
import type { ConversationActor } from '../../machines/messages/conversation.machine.ts';
import type { MessageListActor } from '../../machines/messages/message-list.machine.ts';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';
import { useConnection } from '../connection/use-connection.ts';
import { useAccount, useFactsShallow } from '../ui/hooks/app-context.ts';
import { useHides } from '../ui/hooks/shell-context.ts';
import { useUnreadBySender } from './use-unread-messages.ts';

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

/** Return the last own text to a peer that no relay has accepted, with its state. */
export function useUnsentText(actor: MessagesActor, peer: string) {
  const drafts = useSelector(actor, ({ context }) => context.drafts.get(peer));
  return useMemo(() => {
    const entered = enteredIn(drafts ?? []).at(-1);
    if (entered) return { state: 'entered', text: entered.text } as const;
    const stopped = drafts?.find((one) => one.isUnsent);
    if (stopped) return { state: 'stopped', text: stopped.text } as const;
    const draft = drafts?.find(({ text }) => text.reveal() !== '');
    return draft && ({ state: 'draft', text: draft.text } as const);
  }, [drafts]);
}

/** Return the number of known conversations with people outside of these follows. */
export function useCountOfOthers(actor: MessagesActor, follows: ReadonlySet<string>): number {
  const all = useAllContacts(actor);
  const lines = useSelector(useList(actor), (snapshot) => snapshot?.context.lines ?? NO_LIST.lines);
  const unread = useUnreadBySender();
  const hides = useHides();
  return useMemo(
    () => countOthers(all, lines, unread.keys(), follows, (peer) => hides?.user(peer) === true),
    [all, lines, unread, follows, hides],
  );
}

/** True if nothing is received now: there is no network, or the caching service is gone. */
export function useIsWaiting(): boolean {
  const { isOffline, isGone } = useConnection();
  return isOffline || isGone;
}

const NOBODY: Contacts = new Map();
const NO_OPENED: PrivateMessages = new Map();
/** Maximum number of suggested people without a conversation. */
const MOST_PEOPLE = 5;

interface FoundConversations {
  readonly contacts: readonly Contact[];
  /** Messages with the searched words, by peer. */
  readonly lines: LastLines;
  /** Loaded people with that name and without a conversation, best first. */
  readonly people: readonly string[];
}

/**
 * Return the known conversations of all relations that match a search: by names and addresses of
 * the person, or by a loaded message. `undefined` if nothing is searched for. No request is made,
 * because a search for words of messages must not leave the page.
 */
export function useFoundConversations(
  actor: MessagesActor,
  search: string,
): FoundConversations | undefined {
  const text = search.trim();
  const me = useAccount()?.pubkey ?? '';
  const all = useAllContacts(actor);
  const lines = useSelector(useList(actor), (snapshot) => snapshot?.context.lines ?? NO_LIST.lines);
  const lineIn = useMessageSearch(actor, me);
  const facts = useFactsShallow(({ profiles, scores, followers }) =>
    text === '' ? undefined : { profiles, scores, followers },
  );
  const hides = useHides();
  return useMemo(() => {
    if (!facts) return undefined;
    const named = new Set(peopleNamed(rowsOf(facts.profiles), text));
    const found = new Map<string, LastLine>();
    const contacts = inOrder(all).filter(({ peer }) => {
      if (hides?.user(peer)) return false;
      const line = lineIn(peer, text);
      if (line) found.set(peer, line);
      return (
        line !== undefined ||
        named.has(peer) ||
        getRow(facts.profiles, peer)?.nip05.toLowerCase().startsWith(text.toLowerCase()) === true ||
        isLineWith(lines.get(peer), text)
      );
    });
    const people = bestPeople(
      [...named].filter((pubkey) => pubkey !== me && !all.has(pubkey) && !hides?.user(pubkey)),
      (pubkey) => getRow(facts.scores, pubkey) ?? getRow(facts.followers, pubkey) ?? 0,
      MOST_PEOPLE,
    );
    return { contacts, lines: found, people };
  }, [text, me, all, lines, lineIn, facts, hides]);
}

/** Return all known contacts of both message forms, and those that this device keeps. */
function useAllContacts(actor: MessagesActor): Contacts {
  const kept = useKeptContacts(actor);
  const lists = useSelector(
    useSelector(actor, ({ children }: Snapshot): ContactsActor | undefined => children.contacts),
    (snapshot) => snapshot?.context.lists,
  );
  const privately = useSelector(actor, ({ context }) => context.privately);
  return useMemo(() => {
    const contacts = new Map([...(lists?.values() ?? [])].flatMap((one) => [...one.contacts]));
    return mergedContacts(kept, contacts, privately ?? NOBODY);
  }, [kept, lists, privately]);
}

/** Return a function that finds a loaded message by its words. */
function useMessageSearch(actor: MessagesActor, account: string) {
  const opened = useSelector(actor, ({ context }) => context.opened ?? NO_OPENED);
  const current = useSelector(actor, ({ context: { peer }, children }: Snapshot) =>
    peer === undefined ? undefined : children[`conversation ${peer}`],
  );
  const texts = useSelector(current, (snapshot) => snapshot?.context.texts);
  return useCallback(
    (peer: string, search: string) => {
      const { children } = actor.getSnapshot();
      const conversation: ConversationActor | undefined = children[`conversation ${peer}`];
      const { messages = [], texts: read } = conversation?.getSnapshot().context ?? {};
      const loaded = messages.flatMap((message) => {
        const text = read?.get(message.id);
        return text ? [{ message, text }] : [];
      });
      return foundLine([...(opened.get(peer) ?? []), ...loaded], search, account);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- new texts of the open conversation
    [actor, account, opened, texts],
  );
}
