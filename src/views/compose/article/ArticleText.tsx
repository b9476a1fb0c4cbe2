import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import styles from './ArticleText.module.css';
import type { ArticleTextProps } from '../editor/RichText.tsx';

/**
 * The text of an article, written as rich text or as Markdown (COMPOSE-06). Every change is told at once; a `markdown` that nobody typed here takes the
 * place of what is shown. The editor is a chunk of its own; while it is on its way the text can be read.
 */
export const ArticleText = lazyPart<ArticleTextProps>(() => import('../editor/RichText.tsx').then(({ RichText }) => RichText), { Place });

function Place({ markdown }: ArticleTextProps) {
  return (
    <pre className={styles.coming} aria-busy dir="auto">
      {markdown}
    </pre>
  );
}
