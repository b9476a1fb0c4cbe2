import { memo, use, useId } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { isRowHidden, noteOf, shownOf } from '../../../events/facts/selectors.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { RowBoundary } from '../../ui/overlays/Boundaries.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { ShellContext, useHides } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { TopZaps } from '../../money/zaps/TopZaps.tsx';
import { ActionBar } from './ActionBar.tsx';
import { ArticleCard } from '../article/ArticleCard.tsx';
import { noteTarget } from './note-link.ts';
import { useOpeningRow } from './use-row-link.ts';
import { NoteHead } from './NoteHead.tsx';
import { NoteText } from './NoteText.tsx';
import styles from './NoteRow.module.css';
import { ReplyLine } from './ReplyLine.tsx';

interface NoteRowProps {
  readonly id: string;
  /** Reposts that brought the note here, newest first (FEED-15). */
  readonly reposts?: readonly string[] | undefined;
  /** True if the note is in the feed by itself, too, so muting its reposters does not remove it. */
  readonly stands?: true | undefined;
  /** Position in the list, from 1, for the ARIA feed pattern. */
  readonly place?: number;
  /** True in a thread, where a line to the parent replaces 'Replying to'. */
  readonly inThread?: boolean;
  /** True if the next row answers this one, so a line connects them. */
  readonly leadsOn?: boolean;
  /** True if the row is far from the window and therefore empty. */
  readonly isAway?: boolean;
}

const NO_REPOSTS: readonly string[] = [];

/** One note of a list (NOTE-01). An error inside does not leave the row. */
export const NoteRow = memo(function NoteRow(props: NoteRowProps) {
  const { id, reposts = NO_REPOSTS, stands } = props;
  const hides = useHides();
  const event = useFacts((facts) => noteOf(facts, id));
  const isHidden = useFacts(
    (facts) => hides !== undefined && isRowHidden(facts, { id, reposts, stands }, hides),
  );
  if (!event || isHidden) return null;
  return (
    <RowBoundary>
      <Row {...props} event={event} />
    </RowBoundary>
  );
});

function Row({
  id,
  reposts = NO_REPOSTS,
  place,
  inThread = false,
  leadsOn = false,
  isAway = false,
  event,
}: NoteRowProps & { readonly event: VerifiedEvent }) {
  const shell = use(ShellContext);
  const nameId = useId();
  const opening = useOpeningRow(noteTarget(event));
  return (
    <article
      className={cx(styles.note, leadsOn && styles.leads)}
      tabIndex={0}
      data-note={id}
      aria-posinset={place}
      aria-setsize={place ? -1 : undefined}
      aria-labelledby={isAway ? undefined : nameId}
      {...opening}
    >
      {!isAway && (
        <>
          {reposts.length > 0 && <RepostLine reposts={reposts} />}
          <AccountLink pubkey={event.pubkey} className={styles.face} picture="m" />
          <div className={styles.body}>
            <NoteHead event={event} nameId={nameId} />
            {!inThread && <ReplyLine event={event} />}
            {event.kind === KIND.LongForm ? (
              <ArticleCard event={event} />
            ) : (
              <NoteText event={event} shortened />
            )}
            <TopZaps target={id} />
            {shell?.own && shell.account?.pubkey === event.pubkey && (
              <shell.own.SendingMark event={event} />
            )}
            <ActionBar event={event} reposts={reposts} />
          </div>
        </>
      )}
    </article>
  );
}

function RepostLine({ reposts }: { readonly reposts: readonly string[] }) {
  const { reading } = useStrings();
  const hides = useHides();
  const author = useFacts(
    (facts) => reposts.map((id) => shownOf(facts, id, hides)).find((repost) => repost)?.pubkey,
  );
  if (author === undefined) return null;
  const others = reposts.length - 1;
  return (
    <p className={cx(styles.over, text.small)}>
      <Icon name="repost" className={styles.repost} />
      <span className={text.cut}>
        <AccountLink pubkey={author} className={text.strong} />{' '}
        {others > 0 ? reading.repostedWith(others) : reading.reposted}
      </span>
    </p>
  );
}
