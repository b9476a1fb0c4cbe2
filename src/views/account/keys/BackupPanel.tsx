import type { FormEvent } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Backup.module.css';
import { BackupForms } from './BackupForms.tsx';
import { CopyCheck } from './CopyCheck.tsx';
import { takeTyped } from './typed-secret.ts';
import { useFocusKept } from './use-focus-kept.ts';
import { type BackupHandle, useBackup, useBackupIntents } from './use-backup.ts';

interface BackupProps {
  readonly backup: BackupHandle;
}

interface SavingProps extends BackupProps {
  /** Called when the user has proved a copy. `undefined` if there is one already. */
  readonly onProved: (() => void) | undefined;
}

/**
 * The private key for a backup: hidden until requested, and then shown for a short time only
 * (SETTINGS-11, BEYOND-12).
 */
export function BackupPanel({ backup, onProved }: SavingProps) {
  const { part } = useBackup(backup);
  const place = useFocusKept(part);
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {part === 'shown' && <BackupForms backup={backup} onProved={onProved} />}
      {part === 'proving' && <Proof backup={backup} />}
      {part === 'checking' && <CopyCheck backup={backup} onProved={onProved} />}
      {part === 'hidden' && <Hidden backup={backup} />}
    </div>
  );
}

function Hidden({ backup }: BackupProps) {
  const { backup: words } = useOwnAccountStrings();
  const { isBusy, problem } = useBackup(backup);
  const { show } = useBackupIntents(backup);
  return (
    <div className={styles.panel}>
      <p className={text.muted}>{words.text}</p>
      {problem && (
        <Notice tone="danger" announce>
          {words.problems[problem]}
        </Notice>
      )}
      <Button icon="eye" busy={isBusy} className={styles.act} onClick={show}>
        {isBusy ? words.opening : words.show}
      </Button>
    </div>
  );
}

/**
 * Asks for the PIN even if the key is open, because the person at the device may not be its owner.
 */
function Proof({ backup }: BackupProps) {
  const { backup: words } = useOwnAccountStrings();
  const { problem } = useBackup(backup);
  const { prove, hide } = useBackupIntents(backup);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    prove(takeTyped(event.currentTarget, 'pin'));
  };
  return (
    <form noValidate className={styles.panel} onSubmit={send}>
      <Field
        label={words.prove}
        name="pin"
        type="password"
        autoComplete="off"
        // The user has just asked for it.
        // oxlint-disable-next-line jsx_a11y/no-autofocus
        autoFocus
        error={problem && words.problems[problem]}
      />
      <div className={styles.acts}>
        <Button onClick={hide}>{words.cancel}</Button>
        <Button tone="primary" type="submit">
          {words.unlock}
        </Button>
      </div>
    </form>
  );
}
