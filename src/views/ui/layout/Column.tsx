import { type ReactNode, use, useEffect, useRef } from 'react';
import { AppLink } from '../navigation/AppLink.tsx';
import styles from './Column.module.css';
import { focusMain } from '../navigation/focus-main.ts';
import { usePageTitle } from '../navigation/page-title.ts';
import { Icon } from '../display/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { VisuallyHidden } from '../display/VisuallyHidden.tsx';
import { AnnouncerContext } from '../hooks/shell-context.ts';
import { SmallMenu } from './SmallMenu.tsx';
import { useStrings } from '../strings.ts';
import { useBack } from '../navigation/use-back.ts';

interface ColumnProps {
  /** The heading. It is also the document's title (ROUTE-24) unless `pageTitle` is set. */
  readonly title: string;
  readonly pageTitle?: string;
  /** Shows a back button in the heading. Without it the menu of small screens is shown there. */
  readonly back?: boolean;
  /** Replaces the visible heading: the feed select. */
  readonly heading?: ReactNode;
  /** At the end of the header. */
  readonly actions?: ReactNode;
  /** Between header and content, not sticky: the offline strip, tabs. */
  readonly under?: ReactNode;
  /** reading: 720 px wide, no side column (articles). */
  readonly width?: 'content' | 'reading';
  readonly children: ReactNode;
}

/** The middle column: a sticky header with a serif title, and the page's main content. */
export function Column({
  title,
  pageTitle,
  back = false,
  heading,
  actions,
  under,
  width = 'content',
  children,
}: ColumnProps) {
  const { search } = useStrings().app;
  usePageTitle(pageTitle ?? title);
  const main = useRef<HTMLElement>(null);
  const announcerRef = use(AnnouncerContext);
  // when the screen replaces its placeholder or its failure, it is announced and focused
  useEffect(() => {
    if (!announcerRef.current) return;
    announcerRef.current.textContent = document.title;
    focusMain(main.current);
  }, [announcerRef]);
  return (
    <main ref={main} id="main" tabIndex={-1} className={styles.column} data-width={width}>
      <header className={styles.head}>
        {back ? <BackButton /> : <SmallMenu className={styles.menu} />}
        {heading === undefined ? (
          <h1 className={styles.title}>{title}</h1>
        ) : (
          <>
            <VisuallyHidden>
              <h1>{title}</h1>
            </VisuallyHidden>
            {heading}
          </>
        )}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        <AppLink to="/search" className={styles.search} aria-label={search.label}>
          <Icon name="search" size="l" />
        </AppLink>
      </header>
      {under}
      {children}
    </main>
  );
}

function BackButton() {
  const { action } = useStrings().app;
  const back = useBack();
  return (
    <IconButton
      icon="left"
      label={action.back}
      iconSize="l"
      className={styles.back}
      onClick={back}
      data-back=""
    />
  );
}
