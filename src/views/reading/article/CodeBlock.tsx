import { useCopy } from '../../ui/hooks/copy.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { highlight } from './highlight-code.ts';
import styles from './ArticleBody.module.css';

/** Code as written, with a little colour, and a button that copies it whole. */
export function CodeBlock({ language, text }: { readonly language: string; readonly text: string }) {
  const words = useThreadStrings();
  const copyText = useCopy();
  const copy = () => copyText(text, 'text');
  return (
    // where one reads from right to left, too, code begins on the left
    <div className={styles.code} dir="ltr">
      <pre tabIndex={0} aria-label={words.code(language)}>
        <code>
          {highlight(text).map(({ kind, text: piece }, at) =>
            kind === 'plain' ? (
              piece
            ) : (
              <span key={at} className={styles[kind]}>
                {piece}
              </span>
            ),
          )}
        </code>
      </pre>
      <IconButton compact icon="copy" label={words.copyCode} className={styles.copy} onClick={copy} />
    </div>
  );
}
