import {
  type ComponentType,
  createElement,
  lazy,
  type LazyExoticComponent,
  Suspense,
  useState,
} from 'react';
import { FailedDialog, FailedPart } from './Boundaries.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface PartOptions<P> {
  /** Placeholder for the part while its code is loading. */
  readonly Place?: ComponentType<P>;
  /** For a dialog: closes it if it could not be opened. */
  readonly close?: (props: P) => void;
}

/**
 * `preload` loads the code before the part is drawn, so that it appears at once. Rejects if the
 * code fails to load.
 */
type LazyPart<P> = ComponentType<P> & { readonly preload: () => Promise<void> };

type Code<P> = ComponentType<{ readonly props: P }>;

/**
 * A part of a screen, or a dialog, whose code is loaded when it is first drawn. If loading or
 * drawing fails, the part shows that in its place with a retry button, and the screen still works
 * (TRUST-06). `lazy` alone would throw into the screen, and fail permanently.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Place, close }: PartOptions<P> = {},
): LazyPart<P> {
  const fetchCode = async (): Promise<Code<P>> => {
    const Loaded = await load();
    return ({ props }) => createElement(Loaded, props);
  };
  const begin = () => lazy(async () => ({ default: await fetchCode() }));
  let current: Code<P> | LazyExoticComponent<Code<P>> = begin();
  // a part that is drawn already does not change
  const Part: Code<P> = ({ props }) => createElement(useState(() => current)[0], { props });
  const startAgain = () => {
    current = begin();
  };
  const Whole: ComponentType<P> = (props) => (
    <ErrorBoundary
      Failed={close ? FailedDialog : FailedPart}
      onReset={startAgain}
      onLeave={close && (() => close(props))}
    >
      <Suspense fallback={Place && createElement(Place, props)}>
        <Part props={props} />
      </Suspense>
    </ErrorBoundary>
  );
  const preload = async () => {
    current = await fetchCode();
  };
  return Object.assign(Whole, { preload });
}
