import { use, useCallback } from 'react';
import { type NavigateOptions, type To, UNSAFE_NavigationContext as NavigationContext } from 'react-router';

/**
 * What leads to a place, named from the root, or by so many entries of the history. The router's own hook takes relative ones, too: for that it
 * reads where one is, so that all who use it are drawn anew with every place, and a row of notes has dozens.
 */
export function useNavigate() {
  const { navigator } = use(NavigationContext);
  return useCallback(
    (to: To | number, { replace = false, state, ...options }: NavigateOptions = {}): void =>
      typeof to === 'number' ? navigator.go(to) : navigator[replace ? 'replace' : 'push'](to, state, options),
    [navigator],
  );
}
