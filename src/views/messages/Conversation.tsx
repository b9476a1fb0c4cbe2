import { useEffect, useMemo, useRef, useState } from 'react';
import { query } from '../../events/connection/verbs.ts';
import { displayNameOf } from '../../events/facts/profile.ts';
import { blocksOf, type LineBlock, linesOf } from '../../events/messages/conversation.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { getRow } from '../../events/core/table.ts';
import { clip } from '../../events/core/text.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorState } from '../ui/display/ErrorState.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { Skeleton } from '../ui/display/Skeleton.tsx';
import { useHides } from '../ui/hooks/shell-context.ts';
import { useLookup } from '../ui/hooks/use-lookup.ts';
import { useReconnected } from '../ui/hooks/use-reconnected.ts';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import styles from './Conversation.module.css';
import { dayOf } from '../ui/hooks/days.ts';
import { NearContext, useNearRows } from '../reading/feed/near-rows.ts';
import { placeIn, useConversationPlace } from './conversation-place.ts';
import { FileContext } from './MessageFile.tsx';
import { MessageInput } from './MessageInput.tsx';
import { MessageBlock } from './MessageBlock.tsx';
import { NewerPrivate } from './NewerPrivate.tsx';
import { ReactContext, ReactionsContext } from './MessageReactions.tsx';
import { useReact } from './use-outgoing-message.ts';
import { PeerHead } from './PeerHead.tsx';
import { Asked } from './LockedMessages.tsx';
import { useIsWaiting } from './use-conversation-list.ts';
import {
  type MessagesHandle,
  messagesIntents,
  useConversation,
  useHasOldForm,
  useHasOthers,
  useReactions,
  useReading,
  useWantedFile,
} from './use-messages.ts';

interface ConversationProps {
  readonly messages: MessagesHandle;
  readonly peer: string;
}

/** One conversation: messages and the input box (DM-02). */
export function Conversation({ messages, peer }: ConversationProps) {
  const words = useDirectMessageStrings();
  const name = useFacts((facts) => shortened(displayNameOf(getRow(facts.profiles, peer), peer)));
  // The person's profile is loaded before any message is decrypted.
  useLookup(`people:${peer}`, () => query('user_infos', { pubkeys: [peer] }));
  const isMuted = useHides()?.user(peer) === true;
  const hasOthers = useHasOthers(messages, peer);
  const hasOldForm = useHasOldForm(messages, peer);
  return (
    <section className={styles.conversation} aria-label={words.with(name)}>
      <header className={styles.head}>
        <PeerHead peer={peer} />
      </header>
      {isMuted ? (
        <EmptyState title={words.mutedTitle}>{words.mutedText}</EmptyState>
      ) : (
        <>
          <p className={styles.sealed}>
            <Icon name="lock" size="s" />
            <span>
              {hasOthers ? words.sealedOthers : words.sealed}
              {hasOldForm && ` ${words.sealedOld}`}
            </span>
          </p>
          <Stream messages={messages} peer={peer} name={name} />
          <MessageInput messages={messages} peer={peer} name={name} hasOthers={hasOthers} />
        </>
      )}
    </section>
  );
}

const LONGEST_NAME = 40;

/** Shorten a name for sentences. The head shows it in full. */
function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${clip(name, LONGEST_NAME)}…` : name;
}

/** Blocks decide themselves which are rendered from the start. */
const NOBODY: ReadonlySet<string> = new Set();

/** Distance from the end at which the next page is requested, in CSS pixels. */
const NEAR = 300;

/**
 * The messages, the newest at the bottom. Older ones are inserted above without moving the text
 * that is being read.
 */
function Stream({ messages, peer, name }: ConversationProps & { readonly name: string }) {
  const words = useDirectMessageStrings();
  const box = useRef<HTMLDivElement>(null);
  const {
    shown,
    textOf,
    sealed,
    lost,
    isLoading,
    isEnded,
    isFailed,
    isClosed,
    isSealed,
    isAsking,
    more,
    stop,
  } = useConversation(messages, peer);
  useReconnected(isFailed, more);
  const isWaiting = useIsWaiting();
  const all = useReactions(peer);
  const reactions = useMemo(() => Map.groupBy(all, ({ to }) => to), [all]);
  const react = useReact(messages, peer);
  const file = useWantedFile(messages, peer);
  const [place] = useState(() => placeIn(peer));
  const [blocks, anchor] = useBlocks(shown, place?.anchor);
  const near = useNearRows(NOBODY, `.${styles.scroll}`);
  useConversationPlace(box, peer, blocks.length > 0, anchor);
  const read = () => messagesIntents.allow(messages);
  const follow = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    // Counted from below, because the container is reversed.
    if (!isLoading && !isEnded && !isFailed && scrollHeight - clientHeight + scrollTop < NEAR)
      more();
  };
  // Older messages do not move the scroll position. A reader at the top would wait for a scroll
  // event that never comes. Undecrypted messages take no space yet.
  useEffect(() => {
    if (sealed === 0) follow();
  });
  return (
    <div
      ref={box}
      className={styles.scroll}
      onScroll={follow}
      tabIndex={0}
      role="group"
      aria-label={words.messages}
    >
      <div className={styles.stream} role="log">
        {isWaiting && isFailed ? (
          <p className={styles.day} role="status">
            {words.waiting}
          </p>
        ) : isFailed ? (
          <ErrorState title={words.notLoaded} onRetry={more}>
            {words.notLoadedText}
          </ErrorState>
        ) : isClosed ? (
          <Asked messages={messages} />
        ) : isLoading && shown.length === 0 ? (
          <Skeleton />
        ) : isEnded ? (
          <Beginning messages={messages} peer={peer} name={name} />
        ) : (
          <p className={styles.earlier}>
            <Button compact tone="quiet" busy={isLoading} onClick={more}>
              {words.earlier}
            </Button>
          </p>
        )}
        <NearContext value={near}>
          <FileContext value={file}>
            <ReactionsContext value={reactions}>
              <ReactContext value={react}>
                {blocks.map(({ at, lines }) => (
                  <MessageBlock
                    key={at}
                    id={`${peer} ${at}`}
                    at={at}
                    isLeft={
                      place !== undefined &&
                      lines.some(({ message }) => message.id === place.message)
                    }
                    lines={lines}
                    textOf={textOf}
                  />
                ))}
              </ReactContext>
            </ReactionsContext>
          </FileContext>
        </NearContext>
        {sealed === 0 && !isLoading && !isClosed && !isFailed && (
          <NewerPrivate messages={messages} peer={peer} shown={shown} />
        )}
        {isAsking && (
          <Notice
            action={
              <Button compact onClick={stop}>
                {words.stop}
              </Button>
            }
          >
            {words.reading(sealed)}
          </Notice>
        )}
        {isSealed && (
          <Notice
            action={
              <Button compact onClick={read}>
                {words.read}
              </Button>
            }
          >
            {words.closed(sealed)}
          </Notice>
        )}
        {lost > 0 && (
          <p className={styles.lost}>
            {words.lost(lost)}{' '}
            <Button compact tone="quiet" onClick={read}>
              {words.again}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * Above the oldest loaded message. It says that this is the first one only if that is known
 * (DM-10).
 */
function Beginning({ messages, peer, name }: ConversationProps & { readonly name: string }) {
  const words = useDirectMessageStrings();
  const { code, isProxied, canRetry, more } = useReading(messages, peer);
  if (code === 'whole') return <p className={styles.day}>{words.begin(name)}</p>;
  if (code === 'reading') return <p className={styles.day}>{words.lookingEarlier}</p>;
  return (
    <p className={styles.lost}>
      {isProxied ? words.privateProxied : words.unread}{' '}
      {canRetry && (
        <Button compact tone="quiet" onClick={more}>
          {words.again}
        </Button>
      )}
    </p>
  );
}

/**
 * Number of newest messages that are always rendered. Older ones stay empty until they are near.
 */
const NEWEST = 20;

/** Return messages in blocks that stay the same when older and newer ones arrive. */
function useBlocks(shown: readonly DirectMessage[], before: string | undefined) {
  const [anchor, setAnchor] = useState(before);
  const first = shown.at(-NEWEST) ?? shown[0];
  if (first && !shown.some(({ id }) => id === anchor)) setAnchor(first.id);
  const blocks = useMemo<readonly LineBlock[]>(
    () => blocksOf(linesOf(shown, dayOf), anchor),
    [shown, anchor],
  );
  return [blocks, anchor] as const;
}
