import { useMemo, useState } from 'react';
import { exactTime } from '../../../events/core/format.ts';
import {
  articleKey,
  type ArticleText,
  buildArticle,
} from '../../../events/compose/article/article-edit.ts';
import type { ArticleVersion } from '../../../events/compose/article/article-versions.ts';
import { countWords } from '../../../events/reading/article/article.ts';
import { seconds, toSeconds } from '../../../events/core/time.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import text from '../../ui/styles/text.module.css';
import { Changes } from '../../reading/article/ArticleChangesDialog.tsx';
import styles from './ArticleVersions.module.css';
import { useArticleOrders, useArticleVersions } from './use-article-edit.ts';
import { useLocale } from '../../ui/strings.ts';

/** All versions of the article on this device, for screens without room beside the text. */
export function ArticleVersions({ onClose }: { readonly onClose: () => void }) {
  const { versions: words } = useArticleEditStrings();
  return (
    <Dialog title={words.title} onClose={onClose}>
      <List onRestored={onClose} />
    </Dialog>
  );
}

/** The same beside the text if there is room, and below it on a phone. */
export function VersionsAside() {
  const { versions: words } = useArticleEditStrings();
  return (
    <aside className={styles.aside} aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      <List />
    </aside>
  );
}

/** Versions, newest first. Each can be compared with the text and restored. */
function List({ onRestored }: { readonly onRestored?: () => void }) {
  const locale = useLocale();
  const { versions: words } = useArticleEditStrings();
  const { listed, mine } = useArticleVersions();
  const { restore } = useArticleOrders();
  const [compared, setCompared] = useState<ArticleVersion>();
  const rows = useMemo(() => rowsOf(listed), [listed]);
  const own = useMemo(() => articleKey(mine.text), [mine.text]);
  if (listed.length === 0) return <p className={cx(text.small, text.muted)}>{words.none}</p>;
  return (
    <>
      <ol className={styles.versions}>
        {rows.map(({ version, key, more }) => (
          <li
            key={version.id}
            className={cx(styles.version, version.made === 'published' && styles.published)}
          >
            <div className={styles.head}>
              <p>{exactTime(toSeconds(version.at), locale)}</p>
              <p className={cx(text.small, text.muted, text.num)}>{words.gained(more)}</p>
            </div>
            <p className={cx(text.small, text.muted)}>
              {words[version.made]}
              {version.saved && version.made === 'here' ? ` · ${words.saved}` : ''}
            </p>
            <div className={styles.acts}>
              <Button compact onClick={() => setCompared(version)}>
                {words.compare}
              </Button>
              {key !== own && (
                <Button
                  compact
                  onClick={({ currentTarget: { previousElementSibling: compare } }) => {
                    // This button leaves with the difference.
                    if (compare instanceof HTMLElement) compare.focus();
                    restore(version.id);
                    onRestored?.();
                  }}
                >
                  {words.restore}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {compared && (
        <Compared
          title={words.compareTitle}
          text={words.comparing(exactTime(toSeconds(compared.at), locale))}
          before={compared.text}
          after={mine.text}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

interface ComparedProps {
  readonly title: string;
  readonly text: string;
  readonly before: ArticleText;
  readonly after: ArticleText;
  readonly onClose: () => void;
}

/** The differences between two texts of the article. */
export function Compared({ title, text: said, before, after, onClose }: ComparedProps) {
  const [old, now] = useMemo(() => [comparable(before), comparable(after)], [before, after]);
  return (
    <Dialog size="wide" title={title} onClose={onClose}>
      <p className={cx(text.small, text.muted)}>{said}</p>
      <Changes before={old} after={now} />
    </Dialog>
  );
}

/** Return a text in the form for comparisons, without dates and names. */
function comparable(text: ArticleText) {
  return buildArticle(text, { identifier: '', base: undefined, now: seconds(0) });
}

/** Return each version with its text's key, and how many words it adds to the one before it. */
function rowsOf(listed: readonly ArticleVersion[]) {
  const counts = listed.map(({ text: { content } }) => countWords(content));
  return listed.map((version, at) => ({
    version,
    key: articleKey(version.text),
    more: (counts[at] ?? 0) - (counts[at + 1] ?? 0),
  }));
}
