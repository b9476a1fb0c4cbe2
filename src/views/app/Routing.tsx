import { type ComponentType, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, Router } from 'react-router';
import { browserHistory, type Visit } from '../ui/navigation/history.ts';
import { Pages } from './Pages.tsx';

/**
 * Connects the router to the window's history. The current screen stays until the next screen's
 * code is loaded.
 */
export function Routing({ layout }: { readonly layout: ComponentType }) {
  const [history] = useState(() => browserHistory(window));
  const [visit, setVisit] = useState(() => history.visit());
  useLayoutEffect(
    () => history.subscribe((next) => startTransition(() => setVisit(next))),
    [history],
  );
  return (
    <Router location={visit.location} navigationType={visit.type} navigator={history.navigator}>
      <Pages layout={layout} />
      <Scroll visit={visit} />
    </Router>
  );
}

/** The element that a fragment names. A fragment may be malformed. */
function partNamed(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/**
 * Scrolls the window to where the entry was left (ROUTE-23), or to its top. Rendered after the
 * pages, so that their effects run first.
 */
function Scroll({ visit }: { readonly visit: Visit }) {
  const seen = useRef(visit);
  useLayoutEffect(() => {
    if (seen.current === visit) return;
    seen.current = visit;
    const part = partNamed(visit.location.hash);
    if (visit.type === NavigationType.Pop) window.scrollTo(0, visit.leftAt ?? 0);
    else if (part) part.scrollIntoView();
    else if (!visit.stays) window.scrollTo(0, 0);
  }, [visit]);
  return null;
}
