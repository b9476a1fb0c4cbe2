import { use, useId } from 'react';
import { exactTime } from '../../../events/core/format.ts';
import { goalOf } from '../../../events/money/zaps/goal.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { getRow } from '../../../events/core/table.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useIsVerified, VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { RowBoundary } from '../../ui/overlays/Boundaries.tsx';
import { isoTime } from '../../ui/hooks/iso-time.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import text from '../../ui/styles/text.module.css';
import { TopZaps } from '../../money/zaps/TopZaps.tsx';
import { ActionBar } from '../note/ActionBar.tsx';
import { NoteDetails } from '../note/NoteDetails.tsx';
import { NoteMenu } from '../note/NoteMenu.tsx';
import { NoteText } from '../note/NoteText.tsx';
import styles from './OpenedNote.module.css';
import { useLocale } from '../../ui/strings.ts';

const Goal = lazyPart(() => import('../cards/EventGoal.tsx').then(({ GoalOf: Part }) => Part));

/** Number of top zaps of an opened note (NOTE-15, LIMIT-02). */
const MOST_ZAPS = 10;

/** The subject of a thread: larger, with its full text, the exact time and more details. */
export function OpenedNote({ id }: { readonly id: string }) {
  const locale = useLocale();
  const nameId = useId();
  const shell = use(ShellContext);
  const event = useFacts((facts) => noteOf(facts, id));
  const profile = useFacts((facts) => event && getRow(facts.profiles, event.pubkey));
  const verified = useIsVerified(profile);
  if (!event) return null;
  return (
    <RowBoundary>
      <article
        tabIndex={-1}
        className={styles.note}
        aria-labelledby={nameId}
        data-note={id}
        data-opened
      >
        <header className={styles.head}>
          <AccountLink pubkey={event.pubkey} picture="m" />
          <div className={styles.names}>
            <p className={styles.name}>
              <AccountLink
                pubkey={event.pubkey}
                id={nameId}
                className={cx(text.strong, text.cut)}
              />
              {profile && <VerifiedMark profile={profile} />}
            </p>
            <p className={cx(text.small, text.muted, text.cut)} dir="ltr">
              {verified ? profile?.nip05 : shortNpub(event.pubkey)}
            </p>
          </div>
          <NoteMenu event={event} />
        </header>
        <div className={styles.said}>
          <NoteText event={event} lead />
        </div>
        {goalOf(event) !== undefined && <Goal event={event} />}
        <NoteDetails event={event}>
          <time dateTime={isoTime(event.created_at)}>{exactTime(event.created_at, locale)}</time>
        </NoteDetails>
        <TopZaps target={id} most={MOST_ZAPS} />
        {shell?.own && shell.account?.pubkey === event.pubkey && (
          <shell.own.SendingMark event={event} />
        )}
        <div className={styles.acts}>
          <ActionBar event={event} />
        </div>
      </article>
    </RowBoundary>
  );
}
