import { type ReactNode, use, useMemo } from 'react';
import { ShellContext } from '../../ui/hooks/shell-context.ts';

/** Draws what is in it as for a reader whose lists hide nothing. */
export function Unfiltered({ children }: { readonly children: ReactNode }) {
  const shell = use(ShellContext);
  const unfiltered = useMemo(() => shell && { ...shell, hides: undefined }, [shell]);
  return <ShellContext value={unfiltered}>{children}</ShellContext>;
}
