import { useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import { readProfileParam } from '../../events/nostr/route-param.ts';
import { messagesPath } from '../../events/account/profile/profile-path.ts';
import { NeedsAccount } from '../account/NeedsAccount.tsx';
import { useCanActNow } from '../account/use-features.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { Column } from '../ui/layout/Column.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { Skeleton } from '../ui/display/Skeleton.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { ConnectionStrip } from '../connection/ConnectionStrip.tsx';
import { ContactList } from './ContactList.tsx';
import { Conversation } from './Conversation.tsx';
import styles from './MessagesScreen.module.css';
import { RESUMED } from './MessageInput.tsx';
import { NewMessageDialog } from './NewMessageDialog.tsx';
import { PeerHead } from './PeerHead.tsx';
import {
  type MessagesHandle,
  messagesIntents,
  useMessages,
  useMessagesState,
} from './use-messages.ts';
import { useNavigate } from '../ui/navigation/use-navigate.ts';

/**
 * Direct messages at /dms/:contact? (ROUTE-06): the conversations beside the open one. Narrow
 * windows show either.
 */
export function MessagesScreen() {
  const words = useDirectMessageStrings();
  const { contact = '' } = useParams();
  const peer = readProfileParam(contact);
  const canAct = useCanActNow();
  const messages = useMessages(peer);
  return (
    <div className={cx(styles.screen, peer !== undefined && styles.chosen)}>
      <Column
        title={words.title}
        back={peer !== undefined}
        under={<ConnectionStrip />}
        heading={
          peer === undefined ? undefined : (
            <>
              <span className={styles.title}>{words.title}</span>
              <span className={styles.peer}>
                <PeerHead peer={peer} />
              </span>
            </>
          )
        }
        actions={
          messages && (
            <>
              <MarkAll messages={messages} />
              <NewMessage messages={messages} />
            </>
          )
        }
      >
        {messages ? (
          <Panes messages={messages} peer={peer} />
        ) : canAct ? (
          <Skeleton />
        ) : (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        )}
      </Column>
    </div>
  );
}

/** Width from which both panes have room, in CSS pixels. */
const WIDE = 900;

function Panes({
  messages,
  peer,
}: {
  readonly messages: MessagesHandle;
  readonly peer: string | undefined;
}) {
  const words = useDirectMessageStrings();
  const { last, isOpening } = useMessagesState(messages);
  const navigate = useNavigate();
  const goBackTo = useEffectEvent(() => {
    if (peer === undefined && last !== undefined && window.innerWidth >= WIDE)
      navigate(messagesPath(last), { replace: true, state: RESUMED });
  });
  useEffect(() => {
    if (!isOpening) goBackTo();
  }, [isOpening]);
  return (
    <div className={styles.panes}>
      <section className={styles.list} aria-label={words.list}>
        <ContactList messages={messages} peer={peer} scroller={`.${styles.list}`} />
      </section>
      <div className={styles.reading}>
        {peer === undefined ? (
          <div className={styles.nobody}>
            <EmptyState title={words.pick}>{words.pickText}</EmptyState>
          </div>
        ) : isOpening ? (
          <Skeleton />
        ) : (
          <Conversation key={peer} messages={messages} peer={peer} />
        )}
      </div>
    </div>
  );
}

/** Opens the choice of a person to write to. */
function NewMessage({ messages }: { readonly messages: MessagesHandle }) {
  const { newMessage: words } = useDirectMessageStrings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="pen"
        label={words.title}
        aria-haspopup="dialog"
        className={styles.newMessage}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <NewMessageDialog messages={messages} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MarkAll({ messages }: { readonly messages: MessagesHandle }) {
  const words = useDirectMessageStrings();
  const { total, isMarking } = useMessagesState(messages);
  if (total === 0) return null;
  return (
    <Button
      compact
      tone="quiet"
      icon="checks"
      busy={isMarking}
      className={styles.markAll}
      title={words.markAll}
      onClick={() => messagesIntents.markAll(messages)}
    >
      <span className={styles.words}>{words.markAll}</span>
    </Button>
  );
}
