import { useCopy } from '../../ui/hooks/copy.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { highlight } from './highlight-code.ts';
import styles from './ArticleBody.module.css';

/** A code block with light syntax highlighting and a button that copies all of it. */
export function CodeBlock({
  language,
  text,
}: {
  readonly language: string;
  readonly text: string;
}) {
  const words = useThreadStrings();
  const copyText = useCopy();
  const copy = () => copyText(text, 'text');
  return (
    // Code starts on the left in right-to-left languages, too.
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
      <IconButton
        compact
        icon="copy"
        label={words.copyCode}
        className={styles.copy}
        onClick={copy}
      />
    </div>
  );
}
