import type { ComponentProps, MouseEvent } from 'react';
import type { NavigateOptions } from 'react-router';
import { preload } from './screen-code.ts';
import { useNavigate } from './use-navigate.ts';

export interface AppLinkProps
  extends Omit<ComponentProps<'a'>, 'href'>,
    Pick<NavigateOptions, 'replace' | 'preventScrollReset'> {
  /** An absolute path: '/home'. */
  readonly to: string;
}

/**
 * A link inside the app. Its screen's code is loaded when the pointer or the focus reaches it
 * (ROUTE-20).
 */
export function AppLink({
  to,
  replace,
  preventScrollReset = false,
  onClick,
  onPointerEnter,
  onFocus,
  children,
  ...rest
}: AppLinkProps) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    const again = event.currentTarget.href === window.location.href;
    navigate(to, { replace: replace ?? again, preventScrollReset });
  };
  return (
    <a
      {...rest}
      href={to}
      onClick={follow}
      onPointerEnter={(event) => {
        void preload(to);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        void preload(to);
        onFocus?.(event);
      }}
    >
      {children}
    </a>
  );
}

/** True if a press opens the link in this window. */
function isPlain({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>): boolean {
  const here = currentTarget.target === '' || currentTarget.target === '_self';
  return button === 0 && here && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
