import { Bone } from '../../ui/display/Skeleton.tsx';
import styles from './Network.module.css';

/** A row as high as a relay, so that nothing moves when the relays arrive. */
export function WaitingRelay({ withActions = false }: { readonly withActions?: boolean }) {
  return withActions ? (
    <li className={styles.item} aria-hidden>
      <div className={styles.relay}>
        <Bone round width="8px" height="8px" />
        <div className={styles.words}>
          <Bone width="60%" />
        </div>
        <div className={styles.acts}>
          <span className={styles.use} />
        </div>
      </div>
    </li>
  ) : (
    <li className={styles.relay} aria-hidden>
      <div className={styles.words}>
        <Bone width="60%" />
      </div>
    </li>
  );
}
