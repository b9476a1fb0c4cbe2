import { useState } from 'react';
import { type Relation, RELATIONS } from '../../events/messages/contacts.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorState } from '../ui/display/ErrorState.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { Skeleton } from '../ui/display/Skeleton.tsx';
import { useReconnected } from '../ui/hooks/use-reconnected.ts';
import { Tabs } from '../ui/controls/Tabs.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { NetworkLink } from '../account/relays/NetworkLink.tsx';
import { useIsProxied } from '../account/relays/use-network.ts';
import styles from './ContactList.module.css';
import { Asked } from './LockedMessages.tsx';
import { ContactNames } from './ContactNames.tsx';
import { ContactRows } from './ContactRows.tsx';
import { FoundConversations, ListSearch } from './ContactSearch.tsx';
import { useCountOfOthers, useIsWaiting, useFoundConversations } from './use-conversation-list.ts';
import {
  type MessagesHandle,
  messagesIntents,
  useContacts,
  useFollows,
  useIsAsked,
  useMessagesState,
  usePrivateState,
  useReading,
  useUnreadByRelation,
} from './use-messages.ts';

interface ContactListProps {
  readonly messages: MessagesHandle;
  readonly peer: string | undefined;
  /** Selector of the ancestor that scrolls it. */
  readonly scroller: string;
}

/** The contacts with conversations (DM-01), by their relation to the current user. */
export function ContactList({ messages, peer, scroller }: ContactListProps) {
  const words = useDirectMessageStrings();
  const { relation } = useMessagesState(messages);
  const { shown, rest, isLoading, isFailed, isClosed, isUnconfirmed, hasMore, more } = useContacts(
    messages,
    relation,
  );
  useReconnected(isFailed, more);
  const [search, setSearch] = useState('');
  const found = useFoundConversations(messages, search);
  const isWaiting = useIsWaiting();
  const unread = useUnreadByRelation(messages);
  const isAskedBeside = useIsAsked(messages, peer);
  const field = <ListSearch search={search} onSearch={setSearch} />;
  if (found)
    return (
      <>
        {field}
        <FoundConversations
          messages={messages}
          search={search.trim()}
          found={found}
          peer={peer}
          scroller={scroller}
        />
      </>
    );
  return (
    <>
      {field}
      <Tabs
        label={words.relations}
        tabs={RELATIONS.map((id) => ({
          id,
          label: words.relation[id],
          ...(unread[id] > 0 ? { count: words.count(unread[id]) } : {}),
        }))}
        current={relation}
        onSelect={(id) => {
          const chosen = RELATIONS.find((one) => one === id);
          if (chosen) messagesIntents.relate(messages, chosen);
        }}
        panel="contacts"
      />
      <div id="contacts" role="tabpanel" aria-label={words.relation[relation]}>
        <ContactNames messages={messages} />
        <PrivateState messages={messages} isClosed={isClosed} />
        {isWaiting && isUnconfirmed ? (
          <p className={styles.lost} role="status">
            {words.waiting}
          </p>
        ) : isFailed ? (
          <ErrorState title={words.failed} onRetry={more}>
            {words.notLoadedText}
          </ErrorState>
        ) : isClosed ? (
          // One button opens both.
          isAskedBeside ? (
            <p className={styles.lost}>{words.lockedList}</p>
          ) : (
            <Asked messages={messages} />
          )
        ) : (
          shown.length === 0 && (
            <NoContacts
              messages={messages}
              relation={relation}
              isLoading={isLoading}
              hasMore={hasMore}
              unreadOfOthers={unread.other}
            />
          )
        )}
        <ContactRows messages={messages} shown={shown} peer={peer} scroller={scroller} />
        {rest > 0 && <p className={styles.lost}>{words.rest(rest)}</p>}
        {shown.length > 0 && <Unread messages={messages} />}
        {hasMore && (
          <p className={styles.more}>
            <Button compact busy={isLoading} onClick={more}>
              {words.more}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}

interface NoContactsProps {
  readonly messages: MessagesHandle;
  readonly relation: Relation;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly unreadOfOthers: number;
}

/** Replaces an empty list. It says that there are no contacts only if that is known (DM-10). */
function NoContacts({ messages, relation, isLoading, hasMore, unreadOfOthers }: NoContactsProps) {
  const words = useDirectMessageStrings();
  const { code, missing, canRetry, more } = useReading(messages);
  const others = useCountOfOthers(messages, useFollows());
  if (isLoading) return <Skeleton />;
  if (code === 'reading')
    return (
      <>
        <p className={styles.lost} role="status">
          {words.looking}
        </p>
        <Skeleton />
      </>
    );
  if (code === 'whole' && !hasMore && relation === 'follows' && others + unreadOfOthers > 0)
    return (
      <EmptyState
        title={words.none.follows}
        action={
          <Button onClick={() => messagesIntents.relate(messages, 'other')}>
            {words.showOthers}
          </Button>
        }
      >
        {others > 0 ? words.amongOthers(others) : words.unreadOfOthers(unreadOfOthers)}
      </EmptyState>
    );
  if (code === 'whole' && !hasMore)
    return <EmptyState title={words.none[relation]}>{words.noneText}</EmptyState>;
  return (
    <EmptyState
      title={words.unread}
      action={canRetry ? <Button onClick={more}>{words.again}</Button> : undefined}
    >
      {words.unreadText(missing)}
    </EmptyState>
  );
}

/** Below the contacts: relays may have conversations that are not listed. */
function Unread({ messages }: { readonly messages: MessagesHandle }) {
  const words = useDirectMessageStrings();
  const { missing, canRetry, more } = useReading(messages);
  if (!canRetry || missing === 0) return null;
  return (
    <p className={styles.lost}>
      {words.unreadText(missing)}{' '}
      <Button compact tone="quiet" onClick={more}>
        {words.again}
      </Button>
    </p>
  );
}

/** Undecrypted private messages of unknown senders, and unreadable ones (DM-06). */
function PrivateState({
  messages,
  isClosed,
}: {
  readonly messages: MessagesHandle;
  readonly isClosed: boolean;
}) {
  const words = useDirectMessageStrings();
  const { sealed, lost, isSealed, isUnproved, isAsking, read, stop } = usePrivateState(messages);
  const [isProxied] = useIsProxied();
  const isToRead = isSealed && sealed > 0;
  return (
    <>
      {isProxied && <Notice action={<NetworkLink />}>{words.privateProxied}</Notice>}
      {isAsking && (
        <Notice
          action={
            <Button compact onClick={stop}>
              {words.stop}
            </Button>
          }
        >
          {words.privateReading(sealed)}
        </Notice>
      )}
      {/* Opening the locked list opens the private messages, too. */}
      {!isClosed && (isToRead || isUnproved) && (
        <Notice
          action={
            <Button compact onClick={read}>
              {words.read}
            </Button>
          }
        >
          {isToRead ? words.privateClosed(sealed) : words.privateUnproved}
        </Notice>
      )}
      {lost > 0 && (
        <p className={styles.lost}>
          {words.privateLost(lost)}{' '}
          <Button compact tone="quiet" onClick={read}>
            {words.again}
          </Button>
        </p>
      )}
    </>
  );
}
