import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import styles from './ArticleEditor.module.css';
import { Compared } from './ArticleVersions.tsx';
import { useArticleOrders, useArticleState, useArticleVersions } from './use-article-edit.ts';

/**
 * A conflict with another tab, device or app. Both versions are kept until the user has compared
 * them.
 */
export function ArticleConflict() {
  const { conflict: words } = useArticleEditStrings();
  const { conflicts, mine } = useArticleVersions();
  const { isClosed } = useArticleState();
  const { stay, restore, save } = useArticleOrders();
  const [isComparing, setIsComparing] = useState(false);
  const [other] = conflicts;
  if (!other)
    return isClosed ? (
      <Notice
        tone="warning"
        action={
          <Button compact onClick={save}>
            {words.open}
          </Button>
        }
      >
        {words.closed}
      </Notice>
    ) : null;
  return (
    <>
      <Notice
        tone="warning"
        announce
        action={
          <span className={styles.choices}>
            <Button compact onClick={() => setIsComparing(true)}>
              {words.compare}
            </Button>
            <Button compact onClick={stay}>
              {words.keep}
            </Button>
            <Button compact onClick={() => restore(other.id)}>
              {words.take}
            </Button>
          </span>
        }
      >
        {words[other.made]} {words.text}
      </Notice>
      {isComparing && (
        <Compared
          title={words.compareTitle}
          text={words.comparing}
          before={mine.text}
          after={other.text}
          onClose={() => setIsComparing(false)}
        />
      )}
    </>
  );
}
