import { useEffect, useState } from 'react';
import { clockTime } from '../../events/core/format.ts';
import { OfflineStrip } from '../ui/display/OfflineStrip.tsx';
import { useConnection } from './use-connection.ts';
import { useLocale } from '../ui/strings.ts';

/** A loss of connection shorter than this, in milliseconds, is not shown. */
const GRACE = 2_500;

/** Shown above the content while the connection is lost, with the time of the last update. */
export function ConnectionStrip() {
  const locale = useLocale();
  const { isOffline, isGone, heardAt, reconnect } = useConnection();
  const late = useLate(isGone && !isOffline);
  if (!isOffline && !late) return null;
  return (
    <OfflineStrip
      since={heardAt === undefined ? undefined : clockTime(heardAt, locale)}
      {...(isOffline ? {} : { onRetry: reconnect })}
    />
  );
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
