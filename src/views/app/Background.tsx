import { useEffect } from 'react';
import { ErrorBoundary } from './primitives/ErrorBoundary.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { useReleaseCount } from './use-releases.ts';

export interface BackgroundProps {
  /** Told how many releases are new. */
  readonly onReleases: (count: number) => void;
}

/** What every page has once it is read: the keyboard's shortcuts, and the count beside Downloads. */
export function Background({ onReleases }: BackgroundProps) {
  return (
    <>
      <Shortcuts />
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
