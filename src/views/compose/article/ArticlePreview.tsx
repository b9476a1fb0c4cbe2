import { useMemo } from 'react';
import { countWords, openingOf } from '../../../events/reading/article/article.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { ARTICLE_COVER } from '../../media/article-widths.ts';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import text from '../../ui/styles/text.module.css';
import { ArticlePreviewBody } from '../../reading/article/ArticleBody.tsx';
import { ArticleOpening, CoverPicture } from '../../reading/article/ArticleView.tsx';
import styles from './ArticleEditor.module.css';
import { useArticlePreview } from './use-article-edit.ts';
import { useOwnCover } from './use-own-cover.ts';

/** The article as readers see it, rendered by the same component. */
export function ArticlePreview({ account }: { readonly account: string }) {
  const { preview } = useArticleEditStrings();
  const event = useArticlePreview(account);
  const article = useMemo(
    () => ({ ...openingOf(event), words: countWords(event.content) }),
    [event],
  );
  return (
    <article className={styles.preview} aria-label={preview}>
      <ArticleOpening article={article} cover={<OwnCover image={article.image} />} />
      <p className={styles.byline}>
        <AccountLink pubkey={account} picture="xs" />
        <AccountLink pubkey={account} className={text.cut} />
      </p>
      <ArticlePreviewBody event={event} />
    </article>
  );
}

function OwnCover({ image }: { readonly image: string }) {
  return <CoverPicture {...useOwnCover(image, ARTICLE_COVER)} />;
}
