import { useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { readArticle, readingMinutes } from '../../../events/reading/article/article.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { clip } from '../../../events/core/text.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { useCover } from '../../media/use-cover.ts';
import styles from './ArticleCard.module.css';
import { noteTarget } from '../note/note-link.ts';

/** Two lines cannot show more text, so the rest is not laid out. UTF-16 units. */
const SUMMARY = 400;

/** An article as an attachment: title, summary, author, reading time (FEED-10). */
export function ArticleCard({ event }: { readonly event: VerifiedEvent }) {
  const { reading } = useStrings();
  const article = useMemo(() => readArticle(event), [event]);
  const warning = warningOf(event);
  const image = warning === undefined ? article.image : '';
  const { src, onError, isKept } = useCover(image, 320);
  return (
    <div className={cx(styles.card, isKept && styles.covered)}>
      <div className={styles.words}>
        <h3 className={styles.title} dir="auto">
          <AppLink to={noteTarget(event)} className={styles.link}>
            {article.title || reading.untitled}
          </AppLink>
        </h3>
        <p className={cx(styles.summary, text.clamp2)} dir="auto">
          {warning === undefined
            ? clip(article.summary, SUMMARY)
            : `${reading.sensitive} ${warning}`}
        </p>
        <p className={cx(text.small, text.muted, text.cut)}>
          <AccountLink pubkey={event.pubkey} /> · {reading.minutes(readingMinutes(article.words))}
        </p>
      </div>
      {src !== undefined && (
        <img
          className={styles.cover}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={onError}
        />
      )}
    </div>
  );
}
