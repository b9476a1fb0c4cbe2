import { ago, isoTime, moment } from '../ago.ts';
import { useClock } from '../clock.ts';
import { useStrings } from '../strings.ts';
import styles from './Time.module.css';

/** How long ago (`at` in seconds), kept true by the shared clock; the whole moment is its title. */
export function Time({ at, className }: { readonly at: number; readonly className?: string | undefined }) {
  const { locale, app } = useStrings();
  const words = useClock((now) => ago(at, now, locale, app.state.justNow));
  return (
    <time className={className ?? styles.time} dateTime={isoTime(at)} title={moment(at, locale)}>
      {words}
    </time>
  );
}
