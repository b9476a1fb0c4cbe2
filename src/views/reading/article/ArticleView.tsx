import { plainWords } from '../../../events/reading/content/plain-words.ts';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { longDate } from '../../../events/core/format.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { goalOf } from '../../../events/money/zaps/goal.ts';
import {
  type Article,
  readArticle,
  readingMinutes,
} from '../../../events/reading/article/article.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { getRow } from '../../../events/core/table.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { useCopy } from '../../ui/hooks/copy.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { RowBoundary } from '../../ui/overlays/Boundaries.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import text from '../../ui/styles/text.module.css';
import { SubscribeButton } from '../../money/subscriptions/SubscribeButton.tsx';
import { TopZaps } from '../../money/zaps/TopZaps.tsx';
import { ActionBar } from '../note/ActionBar.tsx';
import { ARTICLE_COVER } from '../../media/article-widths.ts';
import { useCover } from '../../media/use-cover.ts';
import styles from './ArticleView.module.css';
import { ChangedSince } from './ArticleChangedNotice.tsx';
import { FoldedText } from '../note/FoldedText.tsx';
import { noteTarget } from '../note/note-link.ts';
import { NoteDetails } from '../note/NoteDetails.tsx';
import { NoteMenu } from '../note/NoteMenu.tsx';
import { Warned } from '../moderation/ContentWarning.tsx';

const Body = lazyPart(() => import('./ArticleBody.tsx').then(({ ArticleBody: Part }) => Part), {
  Place: Room,
});

const Goal = lazyPart(() => import('../cards/EventGoal.tsx').then(({ GoalOf: Part }) => Part));

/**
 * Reserves about the height of the text, so that the content below moves only outside of the
 * window.
 */
function Room({ event }: { readonly event: VerifiedEvent }) {
  const size: CSSProperties & Record<`--${string}`, number> = { '--length': event.content.length };
  return (
    <div className={styles.room} style={size}>
      <Skeleton />
    </div>
  );
}

type Opening = Pick<Article, 'image' | 'hashtags' | 'words' | 'title' | 'summary'>;

/**
 * Cover, title, summary, author, date, the text itself, its tags, its counts and zaps (THREAD-04).
 */
export function ArticleView({ event }: { readonly event: VerifiedEvent }) {
  const said = useThreadStrings();
  const article = useMemo(() => readArticle(event), [event]);
  const warned = warningOf(event) !== undefined;
  return (
    <article className={styles.article} data-note={event.id} data-opened>
      <ChangedSince event={event} />
      <ArticleOpening article={article} isCovered={warned} />
      <Byline event={event} publishedAt={article.publishedAt} />
      <RowBoundary>
        <Warned event={event}>
          {warned && <Deck summary={article.summary} />}
          {warned && <Cover image={article.image} />}
          <Body event={event} end={<NoteDetails event={event} />} />
        </Warned>
      </RowBoundary>
      {article.hashtags.length > 0 && (
        <ul className={styles.tags} aria-label={said.topics}>
          {article.hashtags.map((tag) => (
            <li key={tag}>
              <AppLink to={`/search/${encodeURIComponent(`#${tag}`)}`} className={text.cut}>
                <IsolatedText>{tag}</IsolatedText>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {goalOf(event) !== undefined && <Goal event={event} />}
      <TopZaps target={article.address} />
      <div className={styles.acts}>
        <ActionBar event={event} />
      </div>
    </article>
  );
}

/**
 * Cover, topics, reading time, title and summary. `isCovered`: the content warning below hides
 * cover and summary.
 */
export function ArticleOpening({
  article,
  isCovered = false,
  cover = <Cover image={article.image} />,
}: {
  readonly article: Opening;
  readonly isCovered?: boolean;
  readonly cover?: ReactNode;
}) {
  const { reading } = useStrings();
  return (
    <>
      {!isCovered && cover}
      <p className={cx(styles.kicker, text.small)}>
        {article.hashtags.slice(0, 2).map((tag) => (
          <AppLink key={tag} to={`/search/${encodeURIComponent(`#${tag}`)}`} className={text.link}>
            <IsolatedText>#{tag}</IsolatedText>
          </AppLink>
        ))}
        <span className={text.faint}>{reading.minutes(readingMinutes(article.words))}</span>
      </p>
      <h2 className={styles.title} dir="auto">
        <BreakableText text={article.title || reading.untitled} />
      </h2>
      {!isCovered && <Deck summary={article.summary} />}
    </>
  );
}

function Deck({ summary }: { readonly summary: string }) {
  if (summary === '') return null;
  return (
    <p className={styles.deck} dir="auto">
      <FoldedText text={plainWords(summary)} />
    </p>
  );
}

function Cover({ image }: { readonly image: string }) {
  return <CoverPicture {...useCover(image, ARTICLE_COVER)} />;
}

type CoverPictureProps = Pick<ReturnType<typeof useCover>, 'src' | 'onError' | 'isKept'>;

export function CoverPicture({ src, onError, isKept }: CoverPictureProps) {
  if (!isKept) return null;
  return (
    <div className={styles.cover}>
      {src !== undefined && <img src={src} alt="" decoding="async" onError={onError} />}
    </div>
  );
}

function Byline({
  event,
  publishedAt,
}: {
  readonly event: VerifiedEvent;
  readonly publishedAt: Seconds;
}) {
  const locale = useLocale();
  const said = useThreadStrings();
  const profile = useFacts((facts) => getRow(facts.profiles, event.pubkey));
  const copy = useCopy();
  const link = location.origin + noteTarget(event);
  /** Uses the device's share sheet if it has one, else copies a link. */
  const share = () => {
    if ('share' in navigator) navigator.share({ url: link }).catch(() => undefined);
    else copy(link, 'article');
  };
  return (
    <div className={styles.byline}>
      <AccountLink pubkey={event.pubkey} picture="m" />
      <div>
        <p className={cx(text.small, text.muted)}>{said.writtenBy}</p>
        <p className={styles.name}>
          <AccountLink pubkey={event.pubkey} className={text.cut} />
          {profile && <VerifiedMark profile={profile} />}
        </p>
        <p className={cx(text.small, text.muted)}>{longDate(publishedAt, locale)}</p>
      </div>
      <div className={styles.tools}>
        <SubscribeButton compact pubkey={event.pubkey} />
        <FollowButton compact pubkey={event.pubkey} />
        <IconButton icon="share" iconSize="s" label={said.share} onClick={share} />
        <NoteMenu event={event} />
      </div>
    </div>
  );
}
