import { type FormEvent, useId, useState } from 'react';
import type { CopyForm } from '../../../events/account/keys/backup-check.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Backup.module.css';
import { SecretText } from './SecretText.tsx';
import { focusField, takeTyped } from './typed-secret.ts';
import { type BackupHandle, useBackup, useBackupIntents, useBackupSecrets } from './use-backup.ts';

interface BackupProps {
  readonly backup: BackupHandle;
}

/** The open key in one form at a time: as words, as an nsec, or behind a password. */
export function BackupForms({
  backup,
  onProved,
}: BackupProps & { readonly onProved: (() => void) | undefined }) {
  const { backup: words } = useOwnAccountStrings();
  const secrets = useBackupSecrets(backup);
  const { check, hide } = useBackupIntents(backup);
  const forms: readonly CopyForm[] = secrets.words
    ? ['words', 'nsec', 'ncryptsec']
    : ['nsec', 'ncryptsec'];
  const [chosen, setChosen] = useState<CopyForm>();
  const form = chosen ?? forms[0] ?? 'nsec';
  const id = useId();
  const secret = secrets[form];
  return (
    <div className={styles.panel}>
      <div className={styles.tabs}>
        <Tabs
          label={words.forms}
          tabs={forms.map((one) => ({ id: one, label: words.tabs[one] }))}
          current={form}
          panel={id}
          onSelect={(next) => setChosen(forms.find((one) => one === next))}
        />
      </div>
      <div id={id} className={styles.form} role="tabpanel" aria-label={words.tabs[form]}>
        <p className={styles.hint}>{words.advice[form]}</p>
        {secret ? (
          <SecretText
            key={form}
            secret={secret}
            label={words.tabs[form]}
            file={words.files[form]}
            isList={form === 'words'}
          />
        ) : (
          <LockForm backup={backup} />
        )}
      </div>
      <div className={styles.acts}>
        {onProved && secret && (
          <Button tone="primary" icon="check" onClick={() => check(form, twoPositions())}>
            {words.saved}
          </Button>
        )}
        <Button icon="eye-off" onClick={hide}>
          {words.hide}
        </Button>
        <p className={styles.hint}>{words.hides}</p>
      </div>
    </div>
  );
}

/** Return two random positions: one of the first six words and one of the last six. */
function twoPositions(): readonly [number, number] {
  const die = () => 1 + Math.floor(Math.random() * 6);
  return [die(), 6 + die()];
}

function LockForm({ backup }: BackupProps) {
  const { backup: words } = useOwnAccountStrings();
  const { problem, isLocking: isBusy } = useBackup(backup);
  const { lock } = useBackupIntents(backup);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    // both fields are empty now, so the user starts with the first
    if (!lock(takeTyped(form, 'password'), takeTyped(form, 'repeated')))
      focusField(form, 'password');
  };
  return (
    <form noValidate className={styles.lock} onSubmit={send} aria-label={words.tabs.ncryptsec}>
      <Field
        label={words.password}
        name="password"
        type="password"
        autoComplete="off"
        hint={words.problems.short}
        error={problem && words.problems[problem]}
      />
      <Field label={words.repeat} name="repeated" type="password" autoComplete="off" />
      <Button type="submit" icon="lock" busy={isBusy} className={styles.act}>
        {words.lock}
      </Button>
      {isBusy && (
        <p className={text.hidden} role="status">
          <Spinner />
          {words.opening}
        </p>
      )}
    </form>
  );
}
