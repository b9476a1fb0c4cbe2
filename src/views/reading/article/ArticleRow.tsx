import { memo, useId, useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { readArticle, readingMinutes } from '../../../events/reading/article/article.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { shownOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { plainWords } from '../../../events/reading/content/plain-words.ts';
import { clip } from '../../../events/core/text.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { RowBoundary } from '../../ui/overlays/Boundaries.tsx';
import { Bone } from '../../ui/display/Skeleton.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { useCover } from '../../media/use-cover.ts';
import { ActionBar } from '../note/ActionBar.tsx';
import styles from './ArticleRow.module.css';
import { noteTarget } from '../note/note-link.ts';
import { useOpeningRow } from '../note/use-row-link.ts';

/** Two lines cannot show more text, so the rest is not laid out. UTF-16 units. */
const SUMMARY = 400;
/** Width of the cover, in CSS pixels, for choosing a stored size. */
const COVER = 168;

/**
 * One article of a list: author, title, summary, cover, reading time and actions (FEED-10).
 * `place`: position in the feed, from 1.
 */
export const ArticleRow = memo(function ArticleRow({
  id,
  place,
}: {
  readonly id: string;
  readonly place: number;
}) {
  const hides = useHides();
  const event = useFacts((facts) => shownOf(facts, id, hides));
  if (!event) return null;
  return (
    <RowBoundary>
      <Row event={event} place={place} />
    </RowBoundary>
  );
});

function Row({ event, place }: { readonly event: VerifiedEvent; readonly place: number }) {
  const { reading } = useStrings();
  const titleId = useId();
  const article = useMemo(() => readArticle(event), [event]);
  const profile = useFacts((facts) => getRow(facts.profiles, event.pubkey));
  const warning = warningOf(event);
  const target = noteTarget(event);
  const opening = useOpeningRow(target);
  return (
    <article
      className={styles.row}
      tabIndex={0}
      data-note={event.id}
      aria-posinset={place}
      aria-setsize={-1}
      aria-labelledby={titleId}
      {...opening}
    >
      <div className={styles.words}>
        <p className={cx(text.small, styles.by)}>
          <AccountLink pubkey={event.pubkey} picture="xs" />
          <AccountLink pubkey={event.pubkey} className={cx(styles.name, text.cut)} />
          {profile && <VerifiedMark profile={profile} />}
          <Time at={article.publishedAt} />
        </p>
        <h2 id={titleId} className={cx(styles.title, text.clamp2)} dir="auto">
          <AppLink to={target} className={styles.link}>
            <BreakableText text={article.title || reading.untitled} />
          </AppLink>
        </h2>
        <p className={cx(styles.summary, text.clamp2)} dir="auto">
          {warning === undefined
            ? plainWords(clip(article.summary, SUMMARY))
            : `${reading.sensitive} ${warning}`}
        </p>
      </div>
      <Cover image={warning === undefined ? article.image : ''} />
      <span className={styles.minutes}>{reading.minutes(readingMinutes(article.words))}</span>
      <div className={styles.foot}>
        <ActionBar event={event} />
      </div>
    </article>
  );
}

/** Reserves the space of the cover, and stays empty if the article has none. */
function Cover({ image }: { readonly image: string }) {
  const { src, onError } = useCover(image, COVER);
  return (
    <div className={cx(styles.cover, src === undefined && styles.bare)}>
      {src !== undefined && (
        <img src={src} alt="" loading="lazy" decoding="async" onError={onError} />
      )}
    </div>
  );
}

/** Placeholder of a row that is loading. */
export function ArticleLine() {
  return (
    <div className={styles.row} aria-hidden>
      <div className={styles.words}>
        <Bone width="36%" height="12px" />
        <Bone width="78%" height="18px" />
        <Bone width="92%" height="12px" />
        <Bone width="64%" height="12px" />
      </div>
      <div className={styles.cover} />
      <div className={styles.foot} />
    </div>
  );
}

export function ArticleBones() {
  const { app } = useStrings();
  return (
    <div role="status" aria-label={app.state.loading}>
      <ArticleLine />
      <ArticleLine />
      <ArticleLine />
    </div>
  );
}
