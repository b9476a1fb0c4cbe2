import { exactTime, timeAgo } from '../../../events/core/format.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { useClock } from '../hooks/clock.ts';
import { isoTime } from '../hooks/iso-time.ts';
import { useStrings } from '../strings.ts';
import styles from './Time.module.css';

/** A relative time, kept current by the shared clock. The full date is its title. */
export function Time({
  at,
  className,
}: {
  readonly at: Seconds;
  readonly className?: string | undefined;
}) {
  const { locale } = useStrings();
  const words = useClock((now) => timeAgo(at, now, locale));
  return (
    <time className={className ?? styles.time} dateTime={isoTime(at)} title={exactTime(at, locale)}>
      {words}
    </time>
  );
}
