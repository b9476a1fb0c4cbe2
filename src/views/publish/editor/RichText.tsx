import { type ReactNode, useMemo } from 'react';
import { countWords, readingMinutes } from '../../../events/reading/article.ts';
import { cx } from '../../app/class-names.ts';
import { useStrings } from '../../app/strings.ts';
import { useArticleTextStrings } from '../../app/strings/article-text.ts';
import prose from '../../reading/ArticleBody.module.css';
import styles from './ArticleText.module.css';
import { MarkdownText } from './MarkdownText.tsx';
import { RichBars } from './RichBars.tsx';
import { RichMention } from './RichMention.tsx';
import { RichPlaces } from './RichPlaces.tsx';
import { RichToolbar } from './RichToolbar.tsx';
import { RichUploads } from './RichUploads.tsx';
import { useRichEditor } from './use-rich-editor.ts';

export interface ArticleTextProps {
  readonly markdown: string;
  /** Told of every change, at once. */
  readonly onMarkdown: (markdown: string) => void;
  /** Sends a file to where it can be had, and gives its address; rejects where it did not get there. Without it no files are taken. */
  readonly onUpload?: ((file: File) => Promise<string>) | undefined;
  /** Stands behind the count of words. */
  readonly foot?: ReactNode;
}

/** Both forms of one text, with the tools of the one that is shown. */
export function RichText({ markdown, onMarkdown, onUpload, foot }: ArticleTextProps) {
  const words = useArticleTextStrings();
  const rich = useRichEditor({ markdown, onMarkdown, onUpload });
  const isRich = rich.mode === 'rich';
  return (
    <section className={styles.whole} aria-label={words.label}>
      <div className={styles.top}>
        <RichToolbar rich={rich} />
        {isRich && <RichBars rich={rich} />}
      </div>
      <RichUploads uploads={rich.uploads} />
      <div
        ref={rich.mount}
        className={cx(prose['prose'], styles.rich)}
        hidden={!isRich}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={words.label}
        spellCheck
      />
      {!isRich && <MarkdownText rich={rich} />}
      {rich.editor && (
        <>
          <RichPlaces mounts={rich.mounts} onMarkdown={() => rich.choose('markdown')} />
          {isRich && <RichMention rich={rich} editor={rich.editor} />}
        </>
      )}
      <Counts markdown={rich.text} foot={foot} />
    </section>
  );
}

const PICTURE = /!\[((?:[^\]\\]|\\.)*)\]\(/g;

/** How long it is: words, and minutes of reading (FEED-10); how many pictures, and whether all are described. */
function Counts({ markdown, foot }: { readonly markdown: string; readonly foot: ReactNode }) {
  const words = useArticleTextStrings();
  const { reading } = useStrings();
  const count = useMemo(() => countWords(markdown), [markdown]);
  const alts = useMemo(() => [...markdown.matchAll(PICTURE)].map(([, alt = '']) => alt.trim()), [markdown]);
  return (
    <p className={styles.counts}>
      <span>{words.words(count)}</span>
      <span>{reading.minutes(readingMinutes(count))}</span>
      {alts.length > 0 && <span>{words.pictures(alts.length, alts.filter((alt) => alt !== '').length)}</span>}
      {foot}
    </p>
  );
}
