import { type ComponentType, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { NavigationType, Router } from 'react-router';
import { browserHistory, type Visit } from '../ui/navigation/history.ts';
import { Pages } from './Pages.tsx';

/** The app's places over the window's history. What is shown stays until the next screen's code has come. */
export function Routing({ layout }: { readonly layout: ComponentType }) {
  const [history] = useState(() => browserHistory(window));
  const [visit, setVisit] = useState(() => history.visit());
  useLayoutEffect(() => history.subscribe((next) => startTransition(() => setVisit(next))), [history]);
  return (
    <Router location={visit.location} navigationType={visit.type} navigator={history.navigator}>
      <Pages layout={layout} />
      <Scroll visit={visit} />
    </Router>
  );
}

/** What a fragment names; what somebody wrote into an address need not be well-formed. */
function partNamed(hash: string): HTMLElement | null {
  try {
    return hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Puts the window where the place was left (ROUTE-23), or at its top. Stands behind the pages: their own effects come first. */
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
