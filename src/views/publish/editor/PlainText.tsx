import { useArticleEditStrings } from '../../app/strings/article-edit.ts';
import styles from './ArticleEditor.module.css';

interface PlainTextProps {
  readonly markdown: string;
  readonly onMarkdown: (markdown: string) => void;
}

/** The text of an article as Markdown, as it is. */
export function PlainText({ markdown, onMarkdown }: PlainTextProps) {
  const { fields } = useArticleEditStrings();
  return (
    <textarea
      className={styles.text}
      aria-label={fields.text}
      placeholder={fields.textHint}
      dir="auto"
      rows={12}
      value={markdown}
      onChange={({ currentTarget }) => onMarkdown(currentTarget.value)}
    />
  );
}
