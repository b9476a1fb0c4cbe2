import type { FormEvent } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Backup.module.css';
import { SecretText } from './SecretText.tsx';
import { takeTyped } from './typed-secret.ts';
import { useFocusKept } from './use-focus-kept.ts';
import { type BackupHandle, useBackup, useBackupIntents, useBackupSecrets } from './use-backup.ts';

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
      {part === 'shown' && <Shown backup={backup} onProved={onProved} />}
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
    <form className={styles.panel} onSubmit={send}>
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

function Shown({ backup, onProved }: SavingProps) {
  const { backup: words } = useOwnAccountStrings();
  const { nsec, words: mnemonic, ncryptsec } = useBackupSecrets(backup);
  const { check, hide } = useBackupIntents(backup);
  return (
    <div className={styles.panel}>
      {nsec && <SecretText secret={nsec} label={words.nsec} file={words.files.nsec} />}
      {mnemonic && (
        <>
          <SecretText secret={mnemonic} label={words.words} file={words.files.words} />
          <p className={styles.hint}>{words.wordsText}</p>
        </>
      )}
      {ncryptsec ? (
        <SecretText secret={ncryptsec} label={words.locked} file={words.files.ncryptsec} />
      ) : (
        <LockForm backup={backup} />
      )}
      <div className={styles.acts}>
        {onProved && (
          <Button tone="primary" icon="check" onClick={() => check(twoPositions())}>
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

/** HidesEvent the key and asks for two parts of it, which proves that the user has a copy. */
function CopyCheck({ backup, onProved }: SavingProps) {
  const { backup: words } = useOwnAccountStrings();
  const { check } = words;
  const { hasWords, positions, problem } = useBackup(backup);
  const { answer, show } = useBackupIntents(backup);
  const [first, second] = positions;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (answer(['first', 'second'].map((name) => takeTyped(form, name)))) onProved?.();
  };
  return (
    <form className={styles.panel} onSubmit={send} aria-label={check.title}>
      <p className={text.muted}>{check.text}</p>
      <Field
        label={hasWords ? check.word(first) : check.first}
        name="first"
        error={problem && words.problems[problem]}
        exact
      />
      <Field label={hasWords ? check.word(second) : check.last} name="second" exact />
      <div className={styles.acts}>
        <Button onClick={show}>{check.back}</Button>
        <Button tone="primary" type="submit">
          {check.submit}
        </Button>
      </div>
    </form>
  );
}

function LockForm({ backup }: BackupProps) {
  const { backup: words } = useOwnAccountStrings();
  const { problem, isLocking: isBusy } = useBackup(backup);
  const { lock } = useBackupIntents(backup);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    lock(takeTyped(form, 'password'), takeTyped(form, 'repeated'));
  };
  return (
    <form className={styles.lock} onSubmit={send} aria-label={words.locked}>
      <p className={styles.label}>{words.locked}</p>
      <p className={styles.hint}>{words.lockedText}</p>
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
