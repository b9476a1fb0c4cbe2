import { getRow } from '../../../events/core/table.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useIsVerified, VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Time } from '../../ui/display/Time.tsx';
import text from '../../ui/styles/text.module.css';
import { noteTarget } from './note-link.ts';
import styles from './NoteHead.module.css';
import { NoteMenu } from './NoteMenu.tsx';

interface NoteHeadProps {
  readonly event: VerifiedEvent;
  /**
   * The id of the name element, for `aria-labelledby`. The same note may be on a page more than
   * once.
   */
  readonly nameId?: string;
  readonly menu?: boolean;
}

/**
 * Author and time of a note (NOTE-01): name, verified mark, confirmed address, time as the link to
 * the note, menu.
 */
export function NoteHead({ event, nameId, menu = true }: NoteHeadProps) {
  const profile = useFacts((facts) => getRow(facts.profiles, event.pubkey));
  const verified = useIsVerified(profile);
  return (
    <header className={styles.head}>
      <AccountLink pubkey={event.pubkey} id={nameId} className={cx(styles.name, text.cut)} />
      {profile && <VerifiedMark profile={profile} />}
      <span className={cx(styles.address, text.cut)} dir="auto">
        {verified && profile?.nip05}
      </span>
      <AppLink to={noteTarget(event)} className={styles.time}>
        <Time at={event.created_at} />
      </AppLink>
      {menu && <NoteMenu event={event} />}
    </header>
  );
}
