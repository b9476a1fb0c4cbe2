import { ArticleBones, ArticleLine, ArticleRow } from './ArticleRow.tsx';
import { rowGrid } from '../feed/row-grid.tsx';

export const ARTICLE_ROWS = rowGrid(199, ({ id }, place) => <ArticleRow id={id} place={place} />, {
  waiting: <ArticleLine />,
  skeleton: <ArticleBones />,
});
