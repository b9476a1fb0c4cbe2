import { type ComponentType, createElement, lazy, type LazyExoticComponent, Suspense, useState } from 'react';
import { FailedDialog, FailedPart } from './Boundaries.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface PartOptions<P> {
  /** Holds the part's place while its code is on the way. */
  readonly Place?: ComponentType<P>;
  /** For a dialog: leaves it, where it could not be opened. */
  readonly close?: (props: P) => void;
}

/** `preload` fetches the code before it is drawn, so that it stands at once when it is; rejects where it does not come. */
type LazyPart<P> = ComponentType<P> & { readonly preload: () => Promise<void> };

type Code<P> = ComponentType<{ readonly props: P }>;

/**
 * A part of a screen, or a dialog, whose code comes when it is first drawn. If that fails, or the drawing does, the part says so in its place
 * and can be tried again, which fetches again; the screen lives on (TRUST-06). `lazy` alone would throw into the screen, and fail for good.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, { Place, close }: PartOptions<P> = {}): LazyPart<P> {
  const fetchCode = async (): Promise<Code<P>> => {
    const Loaded = await load();
    return ({ props }) => createElement(Loaded, props);
  };
  const begin = () => lazy(async () => ({ default: await fetchCode() }));
  let current: Code<P> | LazyExoticComponent<Code<P>> = begin();
  // what is drawn already stays
  const Part: Code<P> = ({ props }) => createElement(useState(() => current)[0], { props });
  const startAgain = () => {
    current = begin();
  };
  const Whole: ComponentType<P> = (props) => (
    <ErrorBoundary Failed={close ? FailedDialog : FailedPart} onReset={startAgain} onLeave={close && (() => close(props))}>
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
