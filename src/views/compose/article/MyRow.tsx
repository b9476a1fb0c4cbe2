import type { ReactNode } from 'react';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/controls/Menu.tsx';
import { BreakableText } from '../../ui/display/BreakableText.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import text from '../../ui/styles/text.module.css';
import { useOwnCover } from './use-own-cover.ts';
import styles from './MyArticles.module.css';

interface MyRowProps {
  readonly title: string;
  readonly image: string;
  /** Target of the title link. */
  readonly to: string;
  readonly entries: () => readonly MenuEntry[];
  /** Details below the title. */
  readonly children: ReactNode;
}

/** An article or a draft of the current user in a list. */
export function MyRow({ title, image, to, entries, children }: MyRowProps) {
  const { mine: words } = useArticleEditStrings();
  return (
    <article className={styles.row}>
      <Picture image={image} />
      <div>
        <h2 className={cx(styles.title, text.clamp2)} dir="auto">
          <AppLink to={to} className={styles.link}>
            <BreakableText text={title} />
          </AppLink>
        </h2>
        <p className={cx(styles.facts, text.small, text.muted)}>{children}</p>
      </div>
      <Menu
        label={words.more(title)}
        entries={entries}
        renderTrigger={(props) => <IconButton {...props} icon="more" label={words.more(title)} />}
      />
    </article>
  );
}

/** Reserves the space of the picture. */
function Picture({ image }: { readonly image: string }) {
  const { src, onError } = useOwnCover(image, 96);
  return (
    <div className={styles.picture}>
      {src === undefined ? (
        <Icon name="articles" />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={onError} />
      )}
    </div>
  );
}
