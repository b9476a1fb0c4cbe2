import { useEffect } from 'react';
import { PersonCards } from '../people/profile/PersonCards.tsx';
import { useAlertWords } from '../notifications/use-alert-words.ts';
import { useUnreadMessages } from '../messages/use-unread-messages.ts';
import { useChosen, useMessageNews, useUnread } from '../notifications/use-unread.ts';
import { ReaderNoteBox } from '../reading/note/NoteMenu.tsx';
import { MenuBox } from '../ui/controls/Menu.tsx';
import { SelectBox } from '../ui/controls/Select.tsx';
import { SmallMenuBox } from '../ui/layout/SmallMenu.tsx';
import { ThemeMenuBox } from '../ui/layout/ThemeMenu.tsx';
import { ErrorBoundary } from '../ui/overlays/ErrorBoundary.tsx';
import { useCountedTitle } from '../ui/navigation/counted-title.ts';
import type { ShellState } from '../ui/hooks/shell-context.ts';
import { Shortcuts } from './shortcuts/Shortcuts.tsx';
import { Tooltips } from '../ui/overlays/Tooltips.tsx';
import { useCrashOffer } from './use-crash-offer.ts';
import { useScrollDirection } from './use-scroll-direction.ts';
import { useReleaseCount } from './pages/use-releases.ts';
import { useNavigate } from '../ui/navigation/use-navigate.ts';

export interface BackgroundProps {
  /** Receives the unread counts of the navigation. */
  readonly onUnread: (unread: ShellState['unread']) => void;
}

/**
 * Non-urgent parts of every page: keyboard shortcuts, tooltips, profiles of people, menu code,
 * screen code, and unread counts.
 */
export function Background({ onUnread }: BackgroundProps) {
  useScrollDirection();
  useCrashOffer();
  // menus and screens open without delay; if preloading fails, the press fetches the code again
  useEffect(() => {
    const parts = [MenuBox, SelectBox, SmallMenuBox, ThemeMenuBox, ReaderNoteBox];
    for (const code of [...parts.map((part) => part.preload()), import('./other-screens.ts')])
      void code.catch(() => undefined);
  }, []);
  return (
    <>
      <Shortcuts />
      <Tooltips />
      <PersonCards />
      <ErrorBoundary Failed={Nothing}>
        <Unread onUnread={onUnread} />
      </ErrorBoundary>
    </>
  );
}

/** Draws nothing: the navigation and the title show the numbers. */
function Unread({ onUnread }: BackgroundProps) {
  const downloads = useReleaseCount();
  const say = useAlertWords();
  const notifications = useUnread(say.news);
  const unread = useUnreadMessages();
  const messages = unread.counted + unread.privately;
  const navigate = useNavigate();
  useChosen((of) => navigate(of === 'messages' ? '/dms' : '/notifications'));
  useMessageNews(unread, say.messages);
  // the service counts the other messages among notifications
  useCountedTitle(notifications + unread.privately);
  useEffect(
    () => onUnread({ messages, notifications, downloads }),
    [messages, notifications, downloads, onUnread],
  );
  return null;
}

function Nothing() {
  return null;
}
