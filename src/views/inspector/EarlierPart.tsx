import { useState } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './Inspector.module.css';
import { faultOf } from './recording/opened-recording.ts';

/** Recorded events from before the inspector was opened. */
export interface Earlier {
  readonly count: number;
  /** Open them as a recording. Rejects if it lacks its beginning. */
  readonly open: () => Promise<void>;
}

/** Says that there are earlier events, and opens them. */
export function EarlierPart({ count, open }: Earlier) {
  const say = useInspectorStrings();
  const [fault, setFault] = useState<string>();
  return (
    <p className={styles.earlier} role="status">
      {fault ?? <span className={styles.before}>{say.before(count)}</span>}{' '}
      <Button
        compact
        tone="quiet"
        onClick={() => {
          setFault(undefined);
          open().catch((error: unknown) => setFault(faultOf(error, say)));
        }}
      >
        {say.openEarlier}
      </Button>
    </p>
  );
}
