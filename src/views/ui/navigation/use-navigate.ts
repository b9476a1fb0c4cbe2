import { use, useCallback } from 'react';
import {
  type NavigateOptions,
  type To,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router';

/**
 * Returns a function that navigates to an absolute path, or by a number of history entries. React
 * Router's `useNavigate` also supports relative paths, so it subscribes to the location and
 * re-renders every caller on each navigation. A row of notes has dozens of callers.
 */
export function useNavigate() {
  const { navigator } = use(NavigationContext);
  return useCallback(
    (to: To | number, { replace = false, state, ...options }: NavigateOptions = {}): void =>
      typeof to === 'number'
        ? navigator.go(to)
        : navigator[replace ? 'replace' : 'push'](to, state, options),
    [navigator],
  );
}
