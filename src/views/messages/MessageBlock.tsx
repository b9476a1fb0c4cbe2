import { memo } from 'react';
import { clockTime, longDate } from '../../events/core/format.ts';
import type { Line, LineBlock } from '../../events/messages/conversation.ts';
import { acceptedBy } from '../../events/publish/outbox/outbox.ts';
import { minus, type Seconds, seconds } from '../../events/core/time.ts';
import { PeopleNames } from '../account/profile/PeopleNames.tsx';
import { AccountLink } from '../account/profile/AccountLink.tsx';
import { useAccount } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { useClock } from '../ui/hooks/clock.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useStrings } from '../ui/strings.ts';
import { useOutboxRecords } from '../publish/outbox/use-outbox.ts';
import { useAway } from '../reading/feed/near-rows.ts';
import styles from './Conversation.module.css';
import textStyles from '../ui/styles/text.module.css';
import { FileLine } from './MessageFile.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import { MessageReactions } from './MessageReactions.tsx';
import { MessageText } from './MessageText.tsx';

/** Assumed height of a message before it was rendered, in pixels. */
const GUESS = 75;

interface MessageBlockProps extends LineBlock {
  /** Identifies the block within the page. */
  readonly id: string;
  /** True if the reader left the conversation here, so it is rendered from the start. */
  readonly isLeft?: boolean;
  /** Returns the text of a message, which never changes. */
  readonly textOf: (id: string) => string;
}

/**
 * Messages that are rendered together, or an empty box far from the visible part (FEED-14). Older
 * messages are not announced.
 */
export const MessageBlock = memo(function MessageBlock({
  id,
  at,
  lines,
  textOf,
  isLeft = false,
}: MessageBlockProps) {
  const [box, away] = useAway(id, at < 0 && !isLeft ? lines.length * GUESS : 0);
  return (
    <div
      ref={box}
      data-block={id}
      className={styles.block}
      style={{ height: away }}
      aria-live={at < 0 ? 'off' : undefined}
    >
      {away === undefined &&
        lines.map((line) => (
          <MessageLine key={line.message.id} line={line} text={textOf(line.message.id)} />
        ))}
    </div>
  );
}, isSameBlock);

function isSameBlock(one: MessageBlockProps, other: MessageBlockProps): boolean {
  return (
    one.id === other.id &&
    one.textOf === other.textOf &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, at) => isSameLine(line, other.lines[at]))
  );
}

function isSameLine(one: Line, other: Line | undefined): boolean {
  return one.message === other?.message && one.day === other.day && one.end === other.end;
}

function MessageLine({
  line: { message, day, end },
  text,
}: {
  readonly line: Line;
  readonly text: string;
}) {
  const { pubkey: from, created_at: at, file, form, others, subject } = message;
  const isMine = useAccount()?.pubkey === from;
  const words = useDirectMessageStrings();
  const { locale } = useStrings();
  const side = isMine ? styles.mine : styles.theirs;
  return (
    <>
      {day && <Day at={at} />}
      <div className={cx(styles.line, side, end && styles.end)} data-message={message.id}>
        <div className={styles.bubble}>
          {subject && (
            <p className={styles.subject} dir="auto">
              {subject.reveal()}
            </p>
          )}
          {file ? (
            <FileLine id={message.id} file={file} />
          ) : (
            <MessageText text={text} from={from} />
          )}
        </div>
        <MessageMenu message={message} text={text} />
      </div>
      <MessageReactions id={message.id} isMine={isMine} />
      {end && (
        <p className={cx(styles.meta, side)}>
          {clockTime(at, locale)}
          <span className={styles.form} title={form === 'nip17' ? undefined : words.oldForm}>
            <Icon name={form === 'nip17' ? 'lock' : 'globe'} size="s" />
            {form === 'nip17' ? words.privateMark : words.oldMark}
          </span>
          {isMine && <Taken id={message.event.id} />}
        </p>
      )}
      {end && others && <OtherReaders keys={others} side={side} />}
    </>
  );
}

const MOST_NAMES = 10;

/** The further recipients of a message, by their names. */
function OtherReaders({
  keys,
  side,
}: {
  readonly keys: readonly string[];
  readonly side: string | undefined;
}) {
  const words = useDirectMessageStrings();
  const named = keys.slice(0, MOST_NAMES);
  return (
    <div className={cx(styles.readers, side)}>
      <PeopleNames people={named} />
      {words.alsoTo}
      <ul>
        {named.map((pubkey) => (
          <li key={pubkey}>
            <AccountLink pubkey={pubkey} className={textStyles.link} />
          </li>
        ))}
      </ul>
      {keys.length > named.length && words.others(keys.length - named.length)}
    </div>
  );
}

/** The relays that accepted an own message, as far as this device knows. */
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
  const said = useClock((time) =>
    day === longDate(time, locale)
      ? today
      : day === longDate(minus(time, DAY), locale)
        ? yesterday
        : day,
  );
  return <p className={styles.day}>{said}</p>;
}
