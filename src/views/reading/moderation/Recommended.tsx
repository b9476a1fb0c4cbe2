import { type ReactNode, use, useMemo } from 'react';
import { ShellContext } from '../../ui/hooks/shell-context.ts';

/** Draws what is in it as for a reader to whom it is recommended: also without what is not to be recommended (SETTINGS-08). `on`: whether it is. */
export function Recommended({ on = true, children }: { readonly on?: boolean; readonly children: ReactNode }) {
  const shell = use(ShellContext);
  const hides = shell?.hides;
  const value = useMemo(() => (shell && on ? { ...shell, hides: hides?.recommended() } : shell), [shell, hides, on]);
  return <ShellContext value={value}>{children}</ShellContext>;
}
