import { useEffect, useEffectEvent } from 'react';
import type { Consequence, Question } from '../../../machines/core/dialogs.machine.ts';
import { useAsk } from '../hooks/use-ask.ts';

type Leaving = Extract<Question, { path: string }>['code'];

/**
 * Asks before a link leads away, or the page is closed, while input is not saved. `yes`: the event
 * that discards the input. Going back in the history needs no question, because going forward
 * restores the input. `holdsPage`: also before the page is closed.
 */
export function useLeaveGuard(
  isOn: boolean,
  code: Leaving,
  yes: Consequence,
  holdsPage = true,
): void {
  const { ask } = useAsk();
  const askFirst = useEffectEvent((path: string) => ask({ code, path }, yes));
  useEffect(() => {
    if (!isOn) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    const catchLink = (event: MouseEvent) => {
      const path = pathOf(event);
      if (path === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      askFirst(path);
    };
    if (holdsPage) window.addEventListener('beforeunload', hold);
    // before the links' own handlers
    window.addEventListener('click', catchLink, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', hold);
      window.removeEventListener('click', catchLink, { capture: true });
    };
  }, [isOn, holdsPage]);
}

/** The target of a plain press on a link of this app. `undefined` for every other press. */
function pathOf({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  target,
}: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (
    !link ||
    button !== 0 ||
    metaKey ||
    altKey ||
    ctrlKey ||
    shiftKey ||
    (link.target !== '' && link.target !== '_self')
  )
    return undefined;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return origin === window.location.origin && !isHere ? pathname + search + hash : undefined;
}
