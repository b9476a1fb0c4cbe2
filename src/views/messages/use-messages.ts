import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import type { Secret } from '../../events/account/keys/secret.ts';
import { listOf } from '../../events/facts/selectors.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import {
  type Contact,
  listedOf,
  type Relation,
  withPrivate,
} from '../../events/messages/contacts.ts';
import { withoutGap } from '../../events/messages/conversation.ts';
import { withKept } from '../../events/messages/message-list.ts';
import type { DirectMessage, PrivateReaction } from '../../events/messages/rumor.ts';
import type { ContactsActor } from '../../machines/messages/contacts.machine.ts';
import type { ConversationActor } from '../../machines/messages/conversation.machine.ts';
import type { MessagesActor } from '../../machines/messages/messages.machine.ts';
import { type Reading, readingOf } from '../../machines/messages/gift-wraps-context.ts';
import { useActingSoon, useFeature } from '../account/use-features.ts';
import { useAccount, useAccountActor, useFacts } from '../ui/hooks/app-context.ts';
import { useIsProxied } from '../account/relays/use-network.ts';
import { useServiceUrl } from '../connection/use-services.ts';
import { useHides } from '../ui/hooks/shell-context.ts';
import type { WantedFile } from './MessageFile.tsx';
import { useLookedAt } from './use-mark-read.ts';
import { useKeptContacts } from './use-conversation-list.ts';
import { unreadOf, useCounted } from './use-unread-messages.ts';

export type MessagesHandle = MessagesActor;

type Snapshot = ReturnType<MessagesActor['getSnapshot']>;

/** Open the current user's messages and the visible conversation. `undefined` until loaded. */
export function useMessages(peer: string | undefined): MessagesHandle | undefined {
  const account = useAccountActor();
  const canAct = useActingSoon();
  const service = useServiceUrl();
  const actor = useFeature('messages');
  useLookedAt(actor, peer);
  // Runs after it, because the service answers in order and the open conversation comes before the
  // contacts.
  useEffect(() => {
    if (canAct)
      account.send({ type: 'account.intent', intent: { type: 'messages.open', service } });
  }, [account, canAct, service]);
  return actor;
}

/** Return the state of all messages. `last`: peer of the last opened conversation. */
export function useMessagesState(actor: MessagesHandle) {
  const hides = useHides();
  const counted = useCounted();
  return useSelector(
    actor,
    (snapshot) => {
      const { relation, last, isKept, isAllowed, privately, marking } = snapshot.context;
      const total = counted + unreadOf(privately.values(), hides);
      return {
        relation,
        last,
        isKept,
        isAllowed,
        total,
        isMarking: marking.has('mark'),
        isOpening: snapshot.hasTag('opening'),
      };
    },
    shallowEqual,
  );
}

function useConversationActor(actor: MessagesHandle, peer: string | undefined) {
  return useSelector(actor, ({ children }: Snapshot): ConversationActor | undefined =>
    peer === undefined ? undefined : children[`conversation ${peer}`],
  );
}

/** True if the conversation with a peer needs a prompt to be decrypted. */
export function useIsAsked(actor: MessagesHandle, peer: string | undefined): boolean {
  const conversation = useConversationActor(actor, peer);
  const isClosed = useSelector(conversation, (snapshot) => snapshot?.hasTag('closed') ?? false);
  const isMuted = useHides()?.user(peer ?? '') === true;
  return isClosed && !isMuted;
}

export const messagesIntents = {
  relate: (actor: MessagesHandle, relation: Relation) =>
    actor.send({ type: 'messages.selectRelation', relation }),
  allow: (actor: MessagesHandle) => actor.send({ type: 'messages.allowPrompts' }),
  markAll: (actor: MessagesHandle) => actor.send({ type: 'messages.markAll' }),
};

/**
 * `MOST_NAMED`: contacts whose profiles are loaded, others only with their conversations.
 * `ASKED_AT_ONCE`: contacts per request.
 */
const MOST_NAMED = 200;
const ASKED_AT_ONCE = 20;
const NOBODY: { readonly shown: readonly Contact[]; readonly rest: number } = {
  shown: [],
  rest: 0,
};

/** Return the accounts that the current user follows. */
export function useFollows(): ReadonlySet<string> {
  const account = useAccount();
  const list = useFacts((facts) => account && listOf(facts, KIND.Contacts, account.pubkey));
  return useMemo(
    () => new Set(list?.tags.flatMap(([tag, pubkey = '']) => (tag === 'p' ? [pubkey] : []))),
    [list],
  );
}

/** Return the listed contacts of both message formats, without muted ones. */
export function useContacts(actor: MessagesHandle, relation: Relation) {
  const contacts = useSelector(
    actor,
    ({ children }: Snapshot): ContactsActor | undefined => children.contacts,
  );
  const hides = useHides();
  const follows = useFollows();
  const listed = useSelector(contacts, (snapshot) => snapshot?.context.lists.get(relation));
  const privately = useSelector(actor, ({ context }) => context.privately);
  const dropped = useSelector(useFeature('giftWraps'), (snapshot) => snapshot?.context.rest ?? 0);
  const kept = useKeptContacts(actor);
  const isRead = useReading(actor).code === 'whole';
  const { shown, rest } = useMemo(() => {
    const rule = { relation, follows, isRead };
    const all = [...withKept(kept, listed?.contacts, privately, rule)].filter(
      ([peer]) => !hides?.user(peer),
    );
    return all.length > 0 ? listedOf(new Map(all), follows) : NOBODY;
  }, [listed, privately, kept, isRead, relation, follows, hides]);
  return {
    shown,
    /** Strangers who are not listed. */
    rest: rest + (listed?.rest ?? 0) + (relation === 'follows' ? 0 : dropped),
    isLoading: useSelector(contacts, (snapshot) => snapshot?.hasTag('loading') ?? true),
    /** True if the caching service has not answered yet. */
    isUnconfirmed: listed === undefined,
    isFailed: useSelector(contacts, (snapshot) => snapshot?.hasTag('failed') ?? false),
    isClosed: useSelector(contacts, (snapshot) => snapshot?.hasTag('closed') ?? false),
    hasMore: listed?.until !== undefined,
    more: () => contacts?.send({ type: 'contacts.loadMore' }),
  };
}

/**
 * Return the number of unread messages by relation, as far as known. Contacts that the account does
 * not follow count as others.
 */
export function useUnreadByRelation(actor: MessagesHandle): Readonly<Record<Relation, number>> {
  const contacts = useSelector(
    actor,
    ({ children }: Snapshot): ContactsActor | undefined => children.contacts,
  );
  const lists = useSelector(contacts, (snapshot) => snapshot?.context.lists);
  const privately = useSelector(actor, ({ context }) => context.privately);
  const { total } = useMessagesState(actor);
  const hides = useHides();
  const follows = useFollows();
  return useMemo(() => {
    const of = (relation: Relation) => {
      const listed = lists?.get(relation)?.contacts;
      return (
        listed &&
        Math.min(total, unreadOf(withPrivate(listed, privately, relation, follows).values(), hides))
      );
    };
    const [ofFollows, ofOthers] = [of('follows'), of('other')];
    const rest = (known: number | undefined) => (known === undefined ? 0 : total - known);
    return { follows: ofFollows ?? rest(ofOthers), other: ofOthers ?? rest(ofFollows), any: total };
  }, [lists, privately, total, hides, follows]);
}

/**
 * Return the peers of private messages, which the caching service does not list, in groups for one
 * request each. They include those that this device keeps from an earlier page.
 */
export function usePrivatePeers(actor: MessagesHandle): ReadonlyArray<readonly string[]> {
  const privately = useSelector(actor, ({ context }) => context.privately);
  const kept = useKeptContacts(actor);
  const hides = useHides();
  return useMemo(() => {
    const earlier = [...kept.values()].flatMap(({ peer, isPrivate }) => (isPrivate ? [peer] : []));
    const peers = [...new Set([...privately.keys(), ...earlier])]
      .filter((peer) => !hides?.user(peer))
      .slice(0, MOST_NAMED);
    return Array.from({ length: Math.ceil(peers.length / ASKED_AT_ONCE) }, (_, at) =>
      peers.slice(at * ASKED_AT_ONCE, (at + 1) * ASKED_AT_ONCE),
    );
  }, [privately, kept, hides]);
}

/**
 * Return the state of private messages in all conversations: undecrypted ones, unreadable ones, and
 * whether a relay requires authentication.
 */
export function usePrivateState(actor: MessagesHandle) {
  const wraps = useFeature('giftWraps');
  const state = useSelector(
    wraps,
    (snapshot) => ({
      sealed: snapshot?.context.waiting.length ?? 0,
      lost: snapshot?.context.lostCount ?? 0,
      isSealed: snapshot?.hasTag('sealed') ?? false,
      isUnproved: (snapshot?.context.unproved.size ?? 0) > 0,
      isAsking:
        snapshot?.hasTag('opening') === true &&
        !snapshot.context.quiet &&
        !snapshot.context.isLocal,
    }),
    shallowEqual,
  );
  return {
    ...state,
    read: () => messagesIntents.allow(actor),
    stop: () => wraps?.send({ type: 'giftWraps.stop' }),
  };
}

const NOT_BEGUN: Reading = { code: 'reading', missing: 0 };

/**
 * Return how far private messages were loaded, in all conversations or of one peer (DM-10). `more`
 * loads further. `canRetry`: a retry may help.
 */
export function useReading(actor: MessagesHandle, peer?: string) {
  const wraps = useFeature('giftWraps');
  const [isProxied] = useIsProxied();
  const { isUnproved, isSealed } = usePrivateState(actor);
  const { code, missing } = useSelector(
    wraps,
    (snapshot) =>
      snapshot ? readingOf(snapshot.context, snapshot.hasTag('sealed'), peer) : NOT_BEGUN,
    shallowEqual,
  );
  const isAsked = isUnproved || isSealed;
  return {
    code: isProxied && code === 'reading' ? 'short' : code,
    missing,
    isProxied,
    canRetry: code === 'short' && !isProxied && !isAsked,
    more: () => wraps?.send({ type: 'giftWraps.loadMore' }),
  };
}

const NONE: readonly DirectMessage[] = [];
const UNREAD: ReadonlyMap<string, Secret<string> | undefined> = new Map();

/** Return the opened file of a conversation. Opening another file closes it. */
export function useWantedFile(actor: MessagesHandle, peer: string): WantedFile {
  const conversation = useConversationActor(actor, peer);
  const file = useSelector(conversation, (snapshot) => snapshot?.context.file);
  const isFailed = useSelector(
    conversation,
    (snapshot) => snapshot?.matches({ file: 'failed' }) ?? false,
  );
  const open = useCallback(
    (id: string) => conversation?.send({ type: 'conversation.file', id }),
    [conversation],
  );
  const { id, url } = file ?? {};
  return useMemo(() => ({ id, url, isFailed, open }), [id, url, isFailed, open]);
}

/** Return one conversation, as far as it is readable now. */
export function useConversation(actor: MessagesHandle, peer: string) {
  const conversation = useConversationActor(actor, peer);
  const { messages, texts, ...state } = useSelector(
    conversation,
    (snapshot) => ({
      messages: snapshot?.context.messages ?? NONE,
      texts: snapshot?.context.texts ?? UNREAD,
      isLoading: snapshot?.hasTag('loading') ?? true,
      isEnded: snapshot?.hasTag('ended') ?? false,
      isFailed: snapshot?.hasTag('failed') ?? false,
      isClosed: snapshot?.hasTag('closed') ?? false,
      isSealed: snapshot?.hasTag('sealed') ?? false,
      isAsking:
        snapshot?.hasTag('opening') === true &&
        !snapshot.context.quiet &&
        !snapshot.context.isLocal,
    }),
    shallowEqual,
  );
  const { isEnded } = state;
  // The text of a rendered message never changes.
  const textOf = useCallback(
    (id: string) => conversation?.getSnapshot().context.texts.get(id)?.reveal() ?? '',
    [conversation],
  );
  const shown = useMemo(
    () => withoutGap(messages, isEnded).filter(({ id }) => texts.get(id) !== undefined),
    [messages, texts, isEnded],
  );
  return {
    ...state,
    shown,
    textOf,
    sealed: messages.filter(({ id }) => !texts.has(id)).length,
    lost: messages.filter(({ id }) => texts.has(id) && texts.get(id) === undefined).length,
    more: () => conversation?.send({ type: 'conversation.loadMore' }),
    stop: () => conversation?.send({ type: 'conversation.stop' }),
  };
}

/** True if a message between the account and this peer was also sent to others. */
export function useHasOthers(actor: MessagesHandle, peer: string): boolean {
  const conversation = useConversationActor(actor, peer);
  return useSelector(
    conversation,
    (snapshot) => snapshot?.context.messages.some(({ others }) => others !== undefined) ?? false,
  );
}

/** True if a message between the account and this peer has the old form. */
export function useHasOldForm(actor: MessagesHandle, peer: string): boolean {
  const conversation = useConversationActor(actor, peer);
  return useSelector(
    conversation,
    (snapshot) => snapshot?.context.messages.some(({ form }) => form === 'nip04') ?? false,
  );
}

/** Return the peers of all known conversations, the latest first. */
export function useKnownPeers(actor: MessagesHandle): readonly string[] {
  return useContacts(actor, 'any').shown.map(({ peer }) => peer);
}

const NO_REACTIONS: readonly PrivateReaction[] = [];

/** Return the opened reactions of a conversation. */
export function useReactions(peer: string): readonly PrivateReaction[] {
  return useSelector(
    useFeature('giftWraps'),
    (snapshot) => snapshot?.context.reactions.get(peer) ?? NO_REACTIONS,
  );
}
