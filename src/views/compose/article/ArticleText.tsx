import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import styles from './ArticleText.module.css';
import type { ArticleTextProps } from '../editor/RichText.tsx';

/**
 * The text of an article, as rich text or as Markdown (COMPOSE-06). Every change is reported at
 * once. A new `markdown` from outside replaces the text. The editor is a chunk of its own, and the
 * text is readable while it loads.
 */
export const ArticleText = lazyPart<ArticleTextProps>(
  () => import('../editor/RichText.tsx').then(({ RichText }) => RichText),
  { Place },
);

function Place({ markdown }: ArticleTextProps) {
  return (
    <pre className={styles.coming} aria-busy dir="auto">
      {markdown}
    </pre>
  );
}
