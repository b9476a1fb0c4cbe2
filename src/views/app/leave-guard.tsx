import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from './primitives/ConfirmDialog.tsx';

interface LeaveWords {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly cancel: string;
}

/**
 * Asks before a link leads away, or the page is closed, while something typed is not saved; gives the question to draw. Going back in the
 * history is not asked about: what was typed is found again by going forward.
 */
export function useLeaveGuard(isOn: boolean, words: LeaveWords, onLeave: () => void): ReactNode {
  const navigate = useNavigate();
  const [to, setTo] = useState<string>();
  useEffect(() => {
    if (!isOn) return undefined;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    const catchLink = (event: MouseEvent) => {
      const path = pathOf(event);
      if (path === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(path);
    };
    window.addEventListener('beforeunload', hold);
    // before the links' own handlers
    window.addEventListener('click', catchLink, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', hold);
      window.removeEventListener('click', catchLink, { capture: true });
    };
  }, [isOn]);
  if (to === undefined) return null;
  const leave = () => {
    setTo(undefined);
    onLeave();
    void navigate(to);
  };
  return <ConfirmDialog question={{ ...words, danger: true }} onConfirm={leave} onCancel={() => setTo(undefined)} />;
}

/** Where a plain press on a link of this app leads; undefined for every other press. */
function pathOf({ button, metaKey, altKey, ctrlKey, shiftKey, target }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || button !== 0 || metaKey || altKey || ctrlKey || shiftKey || (link.target !== '' && link.target !== '_self'))
    return undefined;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return origin === window.location.origin && !isHere ? pathname + search + hash : undefined;
}
