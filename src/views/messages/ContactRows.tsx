import { displayNameOf } from '../../events/facts/profile.ts';
import type { Contact } from '../../events/messages/contacts.ts';
import { npubOf } from '../../events/nostr/nip19.ts';
import { getRow } from '../../events/core/table.ts';
import { usePicture } from '../account/profile/picture.ts';
import { AccountName } from '../account/profile/AccountName.tsx';
import { AddressOf } from '../account/profile/PersonLine.tsx';
import { VerifiedMark } from '../account/profile/VerifiedMark.tsx';
import { useFacts } from '../ui/hooks/app-context.ts';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { Badge } from '../ui/display/Badge.tsx';
import { Time } from '../ui/display/Time.tsx';
import text from '../ui/styles/text.module.css';
import styles from './ContactList.module.css';
import { useRowWindow } from '../ui/hooks/use-row-window.ts';

interface ContactRowsProps {
  readonly shown: readonly Contact[];
  readonly peer: string | undefined;
  /** Selector of the ancestor that scrolls them. */
  readonly scroller: string;
}

/** Contacts in order. Only those near the visible part are rendered (DM-10). */
export function ContactRows({ shown, peer, scroller }: ContactRowsProps) {
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
            <Row contact={contact} isCurrent={contact.peer === peer} />
          </li>
        );
      })}
    </ul>
  );
}

function Row({
  contact: { peer, unread, latestAt },
  isCurrent,
}: {
  readonly contact: Contact;
  readonly isCurrent: boolean;
}) {
  const profile = useFacts((facts) => getRow(facts.profiles, peer));
  const src = usePicture(profile);
  const name = displayNameOf(profile, peer);
  return (
    <AppLink
      to={`/dms/${npubOf(peer) ?? peer}`}
      className={cx(styles.row, unread > 0 && styles.unread)}
      aria-current={isCurrent ? 'true' : undefined}
      replace={isCurrent}
    >
      <Avatar pubkey={peer} name={name} src={src} size="m" />
      <span className={styles.words}>
        <span className={styles.top}>
          <AccountName pubkey={peer} profile={profile} className={cx(text.strong, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
          <Time at={latestAt} className={styles.time} />
        </span>
        <span className={styles.below}>
          <AddressOf pubkey={peer} />
          <span className={styles.badge}>
            <Badge count={unread} />
          </span>
        </span>
      </span>
    </AppLink>
  );
}
