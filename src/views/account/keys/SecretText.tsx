import { useId, useLayoutEffect, useRef } from 'react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { saveFile } from '../../ui/hooks/save-file.ts';
import styles from './Backup.module.css';
import { useCopySecret } from './copy-secret.ts';

interface SecretTextProps {
  readonly secret: Secret<string>;
  readonly label: string;
  /** File name without extension. */
  readonly file: string;
}

/**
 * A secret to read, copy or save. It is written into the DOM outside of React and removed on
 * unmount. No prop, state or React tool ever contains it (E-32).
 */
export function SecretText({ secret, label, file }: SecretTextProps) {
  const { backup: words } = useOwnAccountStrings();
  const copy = useCopySecret();
  const id = useId();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    box.textContent = secret.reveal() ?? '';
    return () => {
      box.textContent = '';
    };
  }, [secret]);
  return (
    <div className={styles.secret} role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <code ref={place} className={styles.text} dir="ltr" translate="no" />
      <span className={styles.tools}>
        <IconButton
          compact
          icon="copy"
          label={words.copy(label)}
          onClick={() => copy(secret.reveal() ?? '')}
        />
        <IconButton
          compact
          icon="download"
          label={words.save(label)}
          onClick={() => saveFile(`${file}.txt`, 'text/plain', `${secret.reveal() ?? ''}\n`)}
        />
      </span>
    </div>
  );
}
