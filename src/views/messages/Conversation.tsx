import { useRef } from 'react';
import { clockTime, longDate } from '../../events/app/format.ts';
import { query } from '../../events/connection/verbs.ts';
import { displayNameOf } from '../../events/account/profile.ts';
import { stretchesOf, type Stretch } from '../../events/messages/conversation.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { fileSize } from '../../events/media/file-size.ts';
import { acceptedBy } from '../../events/publish/outbox.ts';
import { getRow } from '../../events/table.ts';
import { minus, type Seconds, seconds } from '../../events/time.ts';
import { useAccount, useFacts } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { useClock } from '../app/clock.ts';
import { Button } from '../app/primitives/Button.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useHides } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';
import { useLookup } from '../app/use-lookup.ts';
import { useDirectMessageStrings } from '../app/strings/direct-messages.ts';
import { useOutboxRecords } from '../publish/use-outbox.ts';
import styles from './Conversation.module.css';
import { LetterBox } from './LetterBox.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { MessageText } from './MessageText.tsx';
import { PeerHead } from './PeerHead.tsx';
import { Asked } from './Asked.tsx';
import { type MessagesHandle, messagesIntents, useConversation } from './use-messages.ts';

interface ConversationProps {
  readonly messages: MessagesHandle;
  readonly peer: string;
}

/** What was exchanged with one other (DM-02), and where one writes to them. */
export function Conversation({ messages, peer }: ConversationProps) {
  const words = useDirectMessageStrings();
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, peer), peer));
  // who it is can be known before anything of theirs is opened
  useLookup(`people:${peer}`, () => query('user_infos', { pubkeys: [peer] }));
  const isMuted = useHides()?.user(peer) === true;
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
            <span>{words.sealed(name)}</span>
          </p>
          <Stream messages={messages} peer={peer} name={name} />
          <LetterBox messages={messages} peer={peer} name={name} />
        </>
      )}
    </section>
  );
}

/** So near to its end the next page is asked for. CSS pixels. */
const NEAR = 300;

/** The messages, the newest at the bottom, where the eye is; older ones come above without moving what is read. */
function Stream({ messages, peer, name }: ConversationProps & { readonly name: string }) {
  const words = useDirectMessageStrings();
  const box = useRef<HTMLDivElement>(null);
  const { shown, textOf, sealed, lost, isLoading, isEnded, isFailed, isClosed, isSealed, isAsking, more, stop } = useConversation(
    messages,
    peer,
  );
  const stretches = stretchesOf(shown, longDate);
  const read = () => messagesIntents.allow(messages);
  const follow = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    // counted from below, as it stands in reverse
    if (!isLoading && !isEnded && !isFailed && scrollHeight - clientHeight + scrollTop < NEAR) more();
  };
  return (
    <div ref={box} className={styles.scroll} onScroll={follow} tabIndex={0} role="region" aria-label={words.with(name)}>
      <div className={styles.stream} role="log">
        {isFailed ? (
          <ErrorState title={words.notLoaded} onRetry={more}>
            {words.notLoadedText}
          </ErrorState>
        ) : isClosed ? (
          <Asked messages={messages} />
        ) : isLoading && shown.length === 0 ? (
          <Skeleton />
        ) : isEnded ? (
          <p className={styles.day}>{words.begin(name)}</p>
        ) : (
          <p className={styles.earlier}>
            <Button compact tone="quiet" busy={isLoading} onClick={more}>
              {words.earlier}
            </Button>
          </p>
        )}
        {stretches.map((stretch) => (
          <StretchView key={stretch.messages[0].id} stretch={stretch} textOf={textOf} />
        ))}
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

interface StretchProps {
  readonly stretch: Stretch;
  readonly textOf: (id: string) => string;
}

function StretchView({ stretch: { from, day, messages }, textOf }: StretchProps) {
  const isMine = useAccount()?.pubkey === from;
  const words = useDirectMessageStrings();
  const { locale } = useStrings();
  const last = messages.at(-1) ?? messages[0];
  const side = isMine ? styles.mine : styles.theirs;
  return (
    <>
      {day && <Day at={messages[0].created_at} />}
      {messages.map((message) => (
        <div key={message.id} className={cx(styles.line, side, message === last && styles.end)} data-message={message.id}>
          <div className={styles.bubble}>
            {message.file ? <FileLine file={message.file} /> : <MessageText text={textOf(message.id)} from={from} />}
          </div>
          <MessageMenu message={message} text={textOf(message.id)} />
        </div>
      ))}
      <p className={cx(styles.meta, side)}>
        {clockTime(last.created_at, locale)}
        <span className={styles.form}>
          <Icon name={last.form === 'nip17' ? 'lock' : 'globe'} size="s" />
          {last.form === 'nip17' ? words.privateMark : words.oldMark}
        </span>
        {last.others !== undefined && words.others(last.others)}
        {isMine && <Taken id={last.event.id} />}
      </p>
    </>
  );
}

/** A file that came sealed: what is known of it, in words of its sender. */
function FileLine({ file: { type, size } }: { readonly file: NonNullable<DirectMessage['file']> }) {
  const words = useDirectMessageStrings();
  const { locale } = useStrings();
  return (
    <div className={styles.file}>
      <Icon name="link" size="s" />
      <div>
        <Isolate>{words.file(type, size === undefined ? undefined : fileSize(size, locale))}</Isolate>
        <p>{words.fileText}</p>
      </div>
    </div>
  );
}

/** Who took an own message, as far as this device knows. */
function Taken({ id }: { readonly id: string }) {
  const words = useDirectMessageStrings();
  const records = useOutboxRecords();
  const record = [...records.values()].find(({ event }) => event?.id === id);
  const took = record ? acceptedBy(record).length : 0;
  return (
    <>
      <Icon name="checks" size="s" />
      {took > 0 ? words.relays(took) : words.sent}
    </>
  );
}

const DAY = seconds(24 * 60 * 60);

function Day({ at }: { readonly at: Seconds }) {
  const { today, yesterday } = useDirectMessageStrings();
  const { locale } = useStrings();
  const day = longDate(at, locale);
  const said = useClock((time) => (day === longDate(time, locale) ? today : day === longDate(minus(time, DAY), locale) ? yesterday : day));
  return <p className={styles.day}>{said}</p>;
}
