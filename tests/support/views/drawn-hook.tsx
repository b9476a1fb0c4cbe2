import { act, render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { AppProvider } from '../../../src/views/ui/hooks/app-context.ts';

/**
 * Render a component that only runs hooks within the app. The returned function reads their last
 * result.
 */
export function drawnHook<T>(
  app: ComponentProps<typeof AppProvider>['app'],
  look: () => T,
): () => T {
  const seen: { now: { readonly given: T } | undefined } = { now: undefined };
  const Probe = () => {
    seen.now = { given: look() };
    return null;
  };
  act(
    () =>
      void render(
        <AppProvider app={app}>
          <Probe />
        </AppProvider>,
      ),
  );
  return () => {
    if (!seen.now) throw new Error('nothing is drawn');
    return seen.now.given;
  };
}
