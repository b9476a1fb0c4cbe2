import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { preload } from './screens.ts';

export interface AppLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  /** A path from the root: '/home'. */
  readonly to: string;
}

/** A link inside of the app; its screen's code is fetched when the pointer or the focus reaches it (ROUTE-20). */
export function AppLink({ to, onPointerEnter, onFocus, ...rest }: AppLinkProps) {
  return (
    <Link
      {...rest}
      to={to}
      onPointerEnter={(event) => {
        preload(to);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        preload(to);
        onFocus?.(event);
      }}
    />
  );
}
