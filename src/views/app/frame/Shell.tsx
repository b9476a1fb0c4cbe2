import { type ReactNode, use, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { BottomBar } from './BottomBar.tsx';
import { Navigation } from './Navigation.tsx';
import { SkipLinks } from '../../ui/controls/SkipLinks.tsx';
import { AnnouncerContext, ShellContext, type ShellState } from '../../ui/hooks/shell-context.ts';
import { focusMain } from '../../ui/navigation/focus-main.ts';
import styles from './Shell.module.css';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';

interface ShellProps {
  readonly state: ShellState;
  /** Above the page, at the lower left of the content: `<Toasts />`. */
  readonly toasts?: ReactNode;
  /** Dialogs and other things above the frame. */
  readonly above?: ReactNode;
  /** The screen: a `<Column>` and, if it has one, a `<Side>`. */
  readonly children: ReactNode;
}

/** The frame of the main layout: navigation, one or two columns, and the bar of small screens. */
export function Shell({ state, toasts, above, children }: ShellProps) {
  const { nav } = useStrings().app;
  const announcerRef = useRef<HTMLElement>(null);
  return (
    <ShellContext value={state}>
      <AnnouncerContext value={announcerRef}>
        <SkipLinks
          links={[
            { to: 'main', label: nav.skipToContent },
            { to: 'navigation', label: nav.skipToNavigation },
          ]}
        />
        <div className={styles.app}>
          <div className={styles.frame}>
            <Navigation />
            {children}
          </div>
          <BottomBar />
          <div className={styles.overlay}>
            <div className={styles.toasts}>{toasts}</div>
          </div>
        </div>
        <Announcer />
        {above}
      </AnnouncerContext>
    </ShellContext>
  );
}

/**
 * Announces the title of the opened screen, and moves the focus to it if the old screen had it
 * (ACCESS-02).
 */
function Announcer() {
  const { pathname } = useLocation();
  const words = useRef<HTMLParagraphElement>(null);
  const before = useRef(pathname);
  const announcerRef = use(AnnouncerContext);
  useEffect(() => {
    if (before.current === pathname || !words.current) return;
    before.current = pathname;
    announcerRef.current = words.current;
    words.current.textContent = document.title;
    focusMain(document.getElementById('main'));
  }, [pathname, announcerRef]);
  return <p ref={words} className={text.hidden} aria-live="polite" />;
}
