import { use, useState } from 'react';
import { exactTime } from '../../events/core/format.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { acceptedBy } from '../../events/publish/outbox/outbox.ts';
import { AccountLink } from '../account/profile/AccountLink.tsx';
import { useCopy } from '../ui/hooks/copy.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Menu } from '../ui/controls/Menu.tsx';
import { BreakableText } from '../ui/display/BreakableText.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useStrings } from '../ui/strings.ts';
import { useOutboxRecords } from '../publish/outbox/use-outbox.ts';
import styles from './MessageMenu.module.css';
import { EMOJIS, ReactContext } from './MessageReactions.tsx';

interface MessageMenuProps {
  readonly message: DirectMessage;
  readonly text: string;
}

/** Actions on a message. */
export function MessageMenu({ message, text }: MessageMenuProps) {
  const words = useDirectMessageStrings();
  const react = use(ReactContext);
  const copy = useCopy();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Menu
        label={words.actions}
        entries={() => [
          ...(react && message.form === 'nip17'
            ? EMOJIS.map((emoji) => ({
                label: words.react(emoji),
                icon: 'like' as const,
                onSelect: () => react(message, emoji),
              }))
            : []),
          ...(message.file
            ? []
            : [{ label: words.copy, icon: 'copy', onSelect: () => copy(text, 'text') } as const]),
          { label: words.details, icon: 'info', onSelect: () => setIsOpen(true) },
        ]}
        renderTrigger={(props) => (
          <IconButton
            {...props}
            compact
            icon="more"
            label={words.actions}
            className={styles.more}
          />
        )}
      />
      {isOpen && <Details message={message} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The format and time of a message, and the relays that accepted it. */
function Details({
  message,
  onClose,
}: {
  readonly message: DirectMessage;
  readonly onClose: () => void;
}) {
  const words = useDirectMessageStrings();
  const { locale } = useStrings();
  const records = useOutboxRecords();
  const record = [...records.values()].find((one) => one.event?.id === message.event.id);
  const took = record ? acceptedBy(record) : [];
  const privately = message.others ? words.privateFormOthers : words.privateForm;
  return (
    <Dialog title={words.details} onClose={onClose}>
      <dl className={styles.facts}>
        <dt>{words.author}</dt>
        <dd>
          <AccountLink pubkey={message.pubkey} />
        </dd>
        <dt>{words.when}</dt>
        <dd>{exactTime(message.created_at, locale)}</dd>
        <dt>{words.form}</dt>
        <dd>{message.form === 'nip17' ? privately : words.oldForm}</dd>
        {took.length > 0 && (
          <>
            <dt>{words.takenBy}</dt>
            {took.map((url) => (
              <dd key={url} dir="ltr">
                <BreakableText text={url} />
              </dd>
            ))}
          </>
        )}
        <dt>{words.id}</dt>
        <dd dir="ltr" className={styles.id}>
          {message.id}
        </dd>
      </dl>
    </Dialog>
  );
}
