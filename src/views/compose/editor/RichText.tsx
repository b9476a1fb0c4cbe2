import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { cx } from '../../ui/hooks/class-names.ts';
import { useArticleTextStrings } from '../../ui/strings/article-text.ts';
import prose from '../../reading/article/ArticleBody.module.css';
import { useDrop } from '../upload/use-files.ts';
import styles from '../article/ArticleText.module.css';
import { MarkdownText } from './MarkdownText.tsx';
import { RichBars } from './RichBars.tsx';
import { RichMention } from './RichMention.tsx';
import { RichPlaces } from './RichNodeViews.tsx';
import { goToTools, TOOLS_KEY } from './focus-toolbar.ts';
import { RichToolbar } from './RichToolbar.tsx';
import { RichUploads } from './RichUploads.tsx';
import { RichContext, useRich, useRichSession } from './use-rich-session.ts';

export interface ArticleTextProps {
  readonly markdown: string;
  /** Called at once on every change. */
  readonly onMarkdown: (markdown: string) => void;
  /**
   * Uploads a file and returns its address. Rejects if that fails. Without it, no files are
   * accepted.
   */
  readonly onUpload?: ((file: File) => Promise<string>) | undefined;
  /** Called with the number of failed uploads, when it changes. */
  readonly onFailed?: ((count: number) => void) | undefined;
}

/** Both modes of one text, with the tools of the current mode. */
export function RichText({ markdown, onMarkdown, onUpload, onFailed }: ArticleTextProps) {
  return (
    <RichContext value={useRichSession({ markdown, onMarkdown, onUpload })}>
      <Whole canUpload={onUpload !== undefined} onFailed={onFailed} />
    </RichContext>
  );
}

function Whole({
  canUpload,
  onFailed,
}: { readonly canUpload: boolean } & Pick<ArticleTextProps, 'onFailed'>) {
  const words = useArticleTextStrings();
  const { session, mode, state, uploads } = useRich();
  const failed = uploads.filter(({ failure }) => failure !== undefined).length;
  const report = useEffectEvent((count: number) => onFailed?.(count));
  useEffect(() => report(failed), [failed]);
  const { attach, mounts } = session;
  const isRich = mode === 'rich';
  const before = useRef(mode);
  // It can be focused only once it is shown.
  useLayoutEffect(() => {
    if (before.current !== mode && isRich) session.editor?.focus();
    before.current = mode;
  }, [session, mode, isRich]);
  const isOver = useDrop((files) => session.add([...files]));
  return (
    <section
      className={styles.whole}
      aria-label={words.label}
      data-over={(isOver && canUpload) || undefined}
    >
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
        aria-keyshortcuts={TOOLS_KEY}
        onKeyDown={goToTools}
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
    </section>
  );
}
