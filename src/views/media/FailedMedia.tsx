import { Notice } from '../ui/display/Notice.tsx';
import styles from './FailedMedia.module.css';
import { FailedWays } from './FailedWays.tsx';

interface FailedMediaProps {
  readonly url: string;
  readonly children: string;
  readonly announce?: boolean;
  readonly onAgain: () => void;
}

/** A file that did not load: another try, or the way to its own address. */
export function FailedMedia({ url, children, announce = false, onAgain }: FailedMediaProps) {
  return (
    <Notice announce={announce}>
      <span className={styles.body}>
        {children}
        <span className={styles.ways}>
          <FailedWays url={url} onAgain={onAgain} />
        </span>
      </span>
    </Notice>
  );
}
