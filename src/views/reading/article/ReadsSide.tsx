import { useState } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { readArticle, readingMinutes } from '../../../events/reading/article/article.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { articlesQuery, authorsIn, picksIn } from '../../../events/reading/feed/reads.ts';
import { articleOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { VerifiedMark } from '../../account/profile/VerifiedMark.tsx';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useReadsStrings } from '../../ui/strings/reads.ts';
import text from '../../ui/styles/text.module.css';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { noteTarget } from '../note/note-link.ts';
import { useCover } from '../../media/use-cover.ts';
import styles from './ReadsSide.module.css';
import { topicPath } from '../explore/TopicChips.tsx';
import { AboutLine } from '../../account/profile/AboutLine.tsx';

/** Number of topics beside the list. The chips above the list show all topics. */
const TOPICS = 12;

/**
 * The side column of the reads page: picks, topics, an author (FEED-10). A part without content is
 * left out.
 */
export function ReadsSide({ topics }: { readonly topics: readonly string[] | undefined }) {
  const words = useReadsStrings();
  const { answer: recommended } = useLookup('reads:picks', () =>
    query('get_recommended_reads', {}),
  );
  const { answer: featured } = useLookup('reads:authors', () => query('get_featured_authors', {}));
  const [chance] = useState(Math.random);
  const picks = recommended ? picksIn(recommended.claims) : [];
  const hides = useHides();
  const authors = featured
    ? authorsIn(featured.claims).filter((pubkey) => !hides?.user(pubkey))
    : [];
  const author = authors[Math.floor(chance * authors.length)];
  return (
    <>
      {picks.length > 0 && (
        <SideSection title={words.topPicks}>
          <Picks addresses={picks} />
        </SideSection>
      )}
      {topics !== undefined && topics.length > 0 && (
        <SideSection title={words.topics}>
          <ul className={styles.topics}>
            {topics.slice(0, TOPICS).map((topic) => (
              <li key={topic}>
                <AppLink to={topicPath(topic)} className={styles.topic}>
                  <IsolatedText>{topic}</IsolatedText>
                </AppLink>
              </li>
            ))}
          </ul>
        </SideSection>
      )}
      {author !== undefined && (
        <SideSection title={words.featured}>
          <Featured pubkey={author} />
        </SideSection>
      )}
    </>
  );
}

function Picks({ addresses }: { readonly addresses: readonly string[] }) {
  useLookup(`reads:picked:${addresses.join(' ')}`, () => articlesQuery(addresses));
  return (
    <ul>
      {addresses.map((address) => (
        <Pick key={address} address={address} />
      ))}
    </ul>
  );
}

/** Reserves its place until the article is loaded. */
function Pick({ address }: { readonly address: string }) {
  const { reading } = useStrings();
  const hides = useHides();
  const event = useFacts((facts) => articleOf(facts, address));
  const article = event && readArticle(event);
  const image = article && warningOf(article.source) === undefined ? article.image : '';
  const { src, onError } = useCover(image, 64);
  if (article && hides?.(article.source)) return null;
  return (
    <li className={styles.pick}>
      <div className={styles.words}>
        {article && (
          <>
            <AppLink
              to={noteTarget(article.source)}
              className={cx(styles.title, text.clamp2)}
              dir="auto"
            >
              <BreakableText text={article.title || reading.untitled} />
            </AppLink>
            <p className={cx(text.small, text.muted, text.cut)}>
              <AccountLink pubkey={article.pubkey} /> ·{' '}
              {reading.minutes(readingMinutes(article.words))}
            </p>
          </>
        )}
      </div>
      {src === undefined ? (
        <span className={styles.cover} />
      ) : (
        <img
          className={styles.cover}
          src={src}
          alt=""
          width={64}
          height={64}
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      )}
    </li>
  );
}

function Featured({ pubkey }: { readonly pubkey: string }) {
  const words = useReadsStrings();
  useLookup(`reads:author:${pubkey}`, (viewer) =>
    query('user_profile', { pubkey, user_pubkey: viewer }),
  );
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  return (
    <div className={styles.author}>
      <div className={styles.who}>
        <AccountLink pubkey={pubkey} picture="m" />
        <div className={styles.words}>
          <p className={styles.name}>
            <AccountLink pubkey={pubkey} className={text.cut} />
            {profile && <VerifiedMark profile={profile} />}
          </p>
          <p className={cx(text.small, text.muted, text.cut)} dir="auto">
            {stats ? words.about(stats.articles, stats.followers) : ' '}
          </p>
        </div>
        <FollowButton compact pubkey={pubkey} />
      </div>
      <p className={cx(text.small, text.muted, text.clamp3, styles.about)} dir="auto">
        {profile && <AboutLine profile={profile} />}
      </p>
    </div>
  );
}
