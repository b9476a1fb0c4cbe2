import { type ReactNode, useState } from 'react';
import type { SignedEvent } from '../../events/event.ts';
import { warningOf } from '../../events/reading/content-warning.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { useStrings } from '../app/strings.ts';
import text from '../app/styles/text.module.css';
import styles from './Warned.module.css';

/** What its author warns of is covered, and neither drawn nor loaded, until the reader asks for it (NIP-36). */
export function Warned({ event, children }: { readonly event: Pick<SignedEvent, 'tags'>; readonly children: ReactNode }) {
  const { reading } = useStrings();
  const [open, setOpen] = useState(false);
  const warning = warningOf(event);
  if (warning === undefined || open) return children;
  return (
    <div className={styles.cover}>
      <Icon name="eye-off" className={styles.icon} />
      <div className={styles.words}>
        <p className={text.strong}>{reading.sensitive}</p>
        {warning !== '' && (
          <p className={cx(text.small, text.muted)} dir="auto">
            {warning}
          </p>
        )}
      </div>
      <Button compact onClick={() => setOpen(true)}>
        {reading.showSensitive}
      </Button>
    </div>
  );
}
