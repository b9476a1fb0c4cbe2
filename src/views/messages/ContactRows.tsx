import { displayNameOf } from '../../events/facts/profile.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import type { LastLine, LastLines } from '../../events/messages/message-list.ts';
import { messagesPath } from '../../events/account/profile/profile-path.ts';
import { getRow } from '../../events/core/table.ts';
import { usePicture } from '../account/profile/picture.ts';
import { AccountName } from '../account/profile/AccountName.tsx';
import { AddressOf } from '../account/profile/PersonLine.tsx';
import { VerifiedMark } from '../account/profile/VerifiedMark.tsx';
import { TextPreview } from '../account/text/TextPreview.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useFacts } from '../ui/hooks/app-context.ts';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { Badge } from '../ui/display/Badge.tsx';
import { Time } from '../ui/display/Time.tsx';
import text from '../ui/styles/text.module.css';
import styles from './ContactList.module.css';
import { useIsWaiting, useLastLine, useUnsentText } from './use-conversation-list.ts';
import type { MessagesHandle } from './use-messages.ts';
import { useRowWindow } from '../ui/hooks/use-row-window.ts';

interface ContactRowsProps {
  readonly messages: MessagesHandle;
  readonly shown: readonly Contact[];
  /** Messages to show instead of the last ones, by peer. */
  readonly lines?: LastLines;
  readonly peer: string | undefined;
  /** Selector of the ancestor that scrolls them. */
  readonly scroller: string;
}

/** Contacts in order. Only those near the visible part are rendered (DM-10). */
export function ContactRows({ messages, shown, lines, peer, scroller }: ContactRowsProps) {
  const { rows, isWindowed, list } = useRowWindow(
    shown.map((contact) => contact.peer),
    scroller,
  );
  return (
    <ul {...list}>
      {rows.map(({ at, gapPx }) => {
        const contact = shown[at];
        if (!contact) return null;
        const place = isWindowed ? { 'aria-setsize': shown.length, 'aria-posinset': at + 1 } : {};
        return (
          <li
            key={contact.peer}
            data-row={contact.peer}
            {...place}
            style={gapPx > 0 ? { marginBlockStart: gapPx } : undefined}
          >
            <Row
              messages={messages}
              contact={contact}
              line={lines?.get(contact.peer)}
              isCurrent={contact.peer === peer}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Row({
  messages,
  contact: { peer, unread, latestAt },
  line,
  isCurrent,
}: {
  readonly messages: MessagesHandle;
  readonly contact: Contact;
  readonly line: LastLine | undefined;
  readonly isCurrent: boolean;
}) {
  const profile = useFacts((facts) => getRow(facts.profiles, peer));
  const src = usePicture(profile);
  const name = displayNameOf(profile, peer);
  return (
    <AppLink
      to={messagesPath(peer)}
      className={cx(styles.row, unread > 0 && styles.unread)}
      aria-current={isCurrent ? 'true' : undefined}
      replace={isCurrent}
    >
      <Avatar pubkey={peer} name={name} src={src} size="m" />
      <span className={styles.words}>
        <span className={styles.top}>
          <AccountName pubkey={peer} profile={profile} className={cx(text.strong, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
          <Time at={line?.at ?? latestAt} className={styles.time} />
        </span>
        <span className={styles.below}>
          <Last messages={messages} peer={peer} found={line} isCurrent={isCurrent} />
          <span className={styles.badge}>
            <Badge count={unread} />
          </span>
        </span>
      </span>
    </AppLink>
  );
}

interface LastProps {
  readonly messages: MessagesHandle;
  readonly peer: string;
  readonly found: LastLine | undefined;
  readonly isCurrent: boolean;
}

/**
 * The found message, else an own text that no relay has accepted, else the last message, or the
 * person's address until it is decrypted. The draft of the shown conversation is beside it.
 */
function Last({ messages, peer, found, isCurrent }: LastProps) {
  const words = useDirectMessageStrings();
  const last = useLastLine(messages, peer);
  const isWaiting = useIsWaiting();
  const own = useUnsentText(messages, peer);
  const line = found ?? last;
  const label = {
    entered: isWaiting ? words.waitingShort : words.sending,
    stopped: words.notSent,
    draft: words.draft,
  };
  if (own && !found && !(own.state === 'draft' && isCurrent))
    return (
      <span className={cx(styles.last, text.cut)} dir="auto">
        <span className={text.strong}>{label[own.state]}</span>{' '}
        {/* with closed messages, no text is shown beside them */}
        {last && <TextPreview text={own.text.reveal() ?? ''} words={words.preview} />}
      </span>
    );
  if (!line) return <AddressOf pubkey={peer} />;
  return (
    <span className={cx(styles.last, text.cut)} dir="auto">
      {line.isMine && `${words.you} `}
      {line.isFile ? (
        words.aFile
      ) : (
        <TextPreview text={line.text.reveal() ?? ''} words={words.preview} />
      )}
    </span>
  );
}
