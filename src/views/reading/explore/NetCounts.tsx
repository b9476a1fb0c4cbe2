import { bigNumber } from '../../../events/core/big-number.ts';
import { inBtc, NET_COUNTS } from '../../../events/reading/explore/net-stats.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import text from '../../ui/styles/text.module.css';
import styles from './NetCounts.module.css';
import { useNetStats } from './use-net-stats.ts';
import { useLocale } from '../../ui/strings.ts';

/**
 * Live network counts of the service. Until they load, the last ones that this device saved
 * (EXPLORE-02).
 */
export function NetCounts() {
  const locale = useLocale();
  const { counts, statsLabel } = useExploreStrings();
  const stats = useNetStats();
  return (
    <dl className={styles.counts} aria-label={statsLabel}>
      {NET_COUNTS.map((name) => (
        <div key={name} className={styles.count}>
          <dt className={cx(text.small, text.muted)}>{counts[name]}</dt>
          <dd className={styles.number}>
            {stats
              ? name === 'satszapped'
                ? inBtc(stats[name], locale)
                : bigNumber(stats[name], locale)
              : '–'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
