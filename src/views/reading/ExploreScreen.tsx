import { bigNumber } from '../../events/app/format.ts';
import { Column } from '../app/Column.tsx';
import { cx } from '../app/class-names.ts';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { LinkButton } from '../app/primitives/LinkButton.tsx';
import { Side } from '../app/Side.tsx';
import { useStrings } from '../app/strings.ts';
import { usePageStrings } from '../app/strings/pages.ts';
import text from '../app/styles/text.module.css';
import { useNetStats } from './use-net-stats.ts';
import styles from './ExploreScreen.module.css';

const COUNTS = ['users', 'pubkeys', 'zaps', 'satszapped', 'pubnotes', 'reposts', 'reactions', 'any'] as const;

/** What the service counts, live (EXPLORE-02); the rest of this screen is still to come, and it says so. */
export function ExploreScreen() {
  const { app } = useStrings();
  const { later, counts } = usePageStrings();
  const stats = useNetStats();
  return (
    <>
      <Column title={later.explore.title}>
        <dl className={styles.counts}>
          {COUNTS.map((name) => (
            <div key={name} className={styles.count}>
              <dt className={cx(text.small, text.muted)}>{counts[name]}</dt>
              <dd className={styles.number}>{stats ? bigNumber(stats[name]) : '–'}</dd>
            </div>
          ))}
        </dl>
        <EmptyState title={later.heading} action={<LinkButton to="/home">{app.action.goHome}</LinkButton>}>
          {later.explore.text} {later.note}
        </EmptyState>
      </Column>
      <Side />
    </>
  );
}
