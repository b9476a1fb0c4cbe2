import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { FailedDialog, FailedPart } from './primitives/Boundaries.tsx';
import { ErrorBoundary } from './primitives/ErrorBoundary.tsx';

interface PartOptions<P> {
  /** Holds the part's place while its code is on the way. */
  readonly Place?: ComponentType<P>;
  /** For a dialog: leaves it, where it could not be opened. */
  readonly close?: (props: P) => void;
}

/**
 * A part of a screen, or a dialog, whose code comes when it is first drawn. If that fails, or the drawing does, the part says so in its place
 * and can be tried again, which fetches again; the screen lives on (TRUST-06). `lazy` alone would throw into the screen, and fail for good.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, { Place, close }: PartOptions<P> = {}): ComponentType<P> {
  const begin = () =>
    lazy(async () => {
      const Loaded = await load();
      return { default: ({ props }: { readonly props: P }) => createElement(Loaded, props) };
    });
  let current = begin();
  const Part = ({ props }: { readonly props: P }) => createElement(current, { props });
  const startAgain = () => {
    current = begin();
  };
  return (props) => (
    <ErrorBoundary Failed={close ? FailedDialog : FailedPart} onReset={startAgain} onLeave={close && (() => close(props))}>
      <Suspense fallback={Place && createElement(Place, props)}>
        <Part props={props} />
      </Suspense>
    </ErrorBoundary>
  );
}
