import type { FeedItem } from '../../events/reading/feed-items.ts';
import { ArticleBones, ArticleLine, ArticleRow } from './ArticleRow.tsx';

/** How a feed draws articles, one below the other. */
export const ARTICLE_ROWS = {
  columns: 1,
  height: 199,
  line: ([item]: readonly FeedItem[], place: number) => (item ? <ArticleRow id={item.id} place={place} /> : <></>),
  waiting: <ArticleLine />,
  skeleton: <ArticleBones />,
};
