import { useEffect } from 'react';
import { PersonCards } from '../people/profile/PersonCards.tsx';
import { useAlertWords } from '../notifications/use-alert-words.ts';
import { useUnreadMessages } from '../messages/use-unread-messages.ts';
import { useChosen, useMessageNews, useUnread } from '../notifications/use-unread.ts';
import { ReaderNoteBox } from '../reading/note/NoteMenu.tsx';
import { MenuBox } from '../ui/controls/Menu.tsx';
import { ErrorBoundary } from '../ui/overlays/ErrorBoundary.tsx';
import { useCountedTitle } from '../ui/navigation/counted-title.ts';
import type { ShellState } from '../ui/hooks/shell-context.ts';
import { Shortcuts } from './shortcuts/Shortcuts.tsx';
import { Tooltips } from '../ui/overlays/Tooltips.tsx';
import { useReleaseCount } from './pages/use-releases.ts';
import { useNavigate } from '../ui/navigation/use-navigate.ts';

export interface BackgroundProps {
  /** Told what is new at the places of the navigation. */
  readonly onUnread: (unread: ShellState['unread']) => void;
}

/** What every page has once it is read: the keyboard's shortcuts, the names of icons, who people are, what menus are drawn with, where screens are found, and what is new. */
export function Background({ onUnread }: BackgroundProps) {
  // a menu and a screen open at once; where their code does not come now, it is fetched again by the press
  useEffect(() => {
    for (const code of [MenuBox.preload(), ReaderNoteBox.preload(), import('./other-screens.ts')]) void code.catch(() => undefined);
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
  // the service counts the others among notifications
  useCountedTitle(notifications + unread.privately);
  useEffect(() => onUnread({ messages, notifications, downloads }), [messages, notifications, downloads, onUnread]);
  return null;
}

function Nothing() {
  return null;
}
