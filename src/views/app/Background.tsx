import { useEffect } from 'react';
import { ReaderNoteBox } from '../reading/NoteMenu.tsx';
import { MenuBox } from './primitives/Menu.tsx';
import { ErrorBoundary } from './primitives/ErrorBoundary.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Tooltips } from './Tooltips.tsx';
import { useReleaseCount } from './use-releases.ts';

export interface BackgroundProps {
  /** Told how many releases are new. */
  readonly onReleases: (count: number) => void;
}

/** What every page has once it is read: the keyboard's shortcuts, the names of icons, what menus are drawn with, where screens are found, and the count beside Downloads. */
export function Background({ onReleases }: BackgroundProps) {
  // a menu and a screen open at once; where their code does not come now, it is fetched again by the press
  useEffect(() => {
    for (const code of [MenuBox.preload(), ReaderNoteBox.preload(), import('./other-screens.ts')]) void code.catch(() => undefined);
  }, []);
  return (
    <>
      <Shortcuts />
      <Tooltips />
      <ErrorBoundary Failed={Nothing}>
        <ReleaseCount onReleases={onReleases} />
      </ErrorBoundary>
    </>
  );
}

/** Draws nothing: the navigation shows the number. */
function ReleaseCount({ onReleases }: BackgroundProps) {
  const count = useReleaseCount();
  useEffect(() => onReleases(count), [count, onReleases]);
  return null;
}

function Nothing() {
  return null;
}
