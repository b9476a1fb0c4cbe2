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
import { RichContext, useRich, useRichSession } from './use-rich-session.ts';

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
export function RichText({ foot, markdown, onMarkdown, onUpload }: ArticleTextProps) {
  return (
    <RichContext value={useRichSession({ markdown, onMarkdown, onUpload })}>
      <Whole foot={foot} canUpload={onUpload !== undefined} />
    </RichContext>
  );
}

function Whole({ foot, canUpload }: { readonly foot: ReactNode; readonly canUpload: boolean }) {
  const words = useArticleTextStrings();
  const { session, mode, text, state } = useRich();
  const { attach, mounts } = session;
  const isRich = mode === 'rich';
  return (
    <section className={styles.whole} aria-label={words.label}>
      <div className={styles.top}>
        <RichToolbar canUpload={canUpload} />
        {isRich && <RichBars />}
      </div>
      <RichUploads />
      <div
        ref={attach}
        className={cx(prose['prose'], styles.rich)}
        hidden={!isRich}
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={words.label}
        spellCheck
      />
      {!isRich && <MarkdownText />}
      {state && (
        <>
          <RichPlaces mounts={mounts} onMarkdown={() => session.choose('markdown')} />
          {isRich && <RichMention />}
        </>
      )}
      <Counts markdown={text} foot={foot} />
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
