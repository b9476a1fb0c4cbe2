import { type ReactNode, use, useMemo } from 'react';
import { ShellContext } from '../../ui/hooks/shell-context.ts';

/**
 * Renders its children as recommendations: events that must not be recommended are hidden, too
 * (SETTINGS-08). `on`: false switches it off.
 */
export function Recommended({
  on = true,
  children,
}: {
  readonly on?: boolean;
  readonly children: ReactNode;
}) {
  const shell = use(ShellContext);
  const hides = shell?.hides;
  const value = useMemo(
    () => (shell && on ? { ...shell, hides: hides?.recommended() } : shell),
    [shell, hides, on],
  );
  return <ShellContext value={value}>{children}</ShellContext>;
}
