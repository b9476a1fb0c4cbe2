import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clockTime } from '../../events/core/format.ts';
import { OfflineStrip } from '../ui/display/OfflineStrip.tsx';
import { useConnection } from './use-connection.ts';
import { useLocale } from '../ui/strings.ts';

/** A loss of connection shorter than this, in milliseconds, is not shown. */
const GRACE = 2_500;

/** Shown over the content while the connection is lost, with the time of the last update. */
export function ConnectionStrip() {
  const locale = useLocale();
  const { isOffline, isGone, heardAt, reconnect } = useConnection();
  const late = useLate(isGone && !isOffline);
  const isShown = isOffline || late;
  const box = useSteadyPage(isShown);
  if (!isShown) return null;
  return (
    <OfflineStrip
      ref={box}
      since={heardAt === undefined ? undefined : clockTime(heardAt, locale)}
      {...(isOffline ? {} : { onRetry: reconnect })}
    />
  );
}

/**
 * Scrolls the page by the strip's height, so that content does not move when the strip appears or
 * disappears.
 */
function useSteadyPage(isShown: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const strip = box.current;
    // a small screen has it above the bar
    if (!isShown || !strip || getComputedStyle(strip).position === 'fixed') return undefined;
    const height = strip.offsetHeight;
    window.scrollBy(0, height);
    return () => window.scrollBy(0, -height);
  }, [isShown]);
  return box;
}

function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), GRACE);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return waiting && late;
}
