import { type ReactNode, use, useMemo } from 'react';
import { ShellContext } from '../../ui/hooks/shell-context.ts';

/** Renders its children as if the reader's lists hid nothing. */
export function Unfiltered({ children }: { readonly children: ReactNode }) {
  const shell = use(ShellContext);
  const unfiltered = useMemo(() => shell && { ...shell, hides: undefined }, [shell]);
  return <ShellContext value={unfiltered}>{children}</ShellContext>;
}
