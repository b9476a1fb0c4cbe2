import { type FormEvent, useEffect, useState } from 'react';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { FilePick } from '../../ui/controls/FilePicker.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Backup.module.css';
import { focusField, takeTyped, useEmptiedForm } from './typed-secret.ts';
import { type BackupHandle, useBackup, useBackupIntents } from './use-backup.ts';

/** Bytes. A larger file is no saved key. */
const LARGEST = 100_000;
const PIECES = ['first', 'second'] as const;

/**
 * Hides the key and asks for two parts of the form that was saved, or for the saved file. Either
 * proves that the user has a copy.
 */
export function CopyCheck({
  backup,
  onProved,
}: {
  readonly backup: BackupHandle;
  readonly onProved: (() => void) | undefined;
}) {
  const { backup: words } = useOwnAccountStrings();
  const { check } = words;
  const { form: saved, positions, problem, wrong } = useBackup(backup);
  const { answer, compare, show } = useBackupIntents(backup);
  const [name, setName] = useState<string>();
  const [first, second] = positions;
  const isOther = problem === 'otherFile';
  const form = useEmptiedForm();
  const errorOf = (at: number) =>
    problem === 'uncopied' && wrong.includes(at) ? words.problems.uncopied : undefined;
  useEffect(() => {
    const piece = PIECES[wrong[0] ?? -1];
    if (piece) focusField(form.current, piece);
  }, [wrong, form]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setName(undefined);
    // both stay, so that only the wrong one has to be corrected
    const isRight = answer(PIECES.map((piece) => takeTyped(event.currentTarget, piece, true)));
    if (isRight) onProved?.();
  };
  const read = async (file: File) => {
    setName(file.name);
    const content = file.size > LARGEST ? '' : await file.text().catch(() => '');
    if (compare(secretOf(content))) onProved?.();
  };
  return (
    <form ref={form} noValidate className={styles.panel} onSubmit={send} aria-label={check.title}>
      <p className={text.muted}>{check.text}</p>
      <div className={styles.pieces}>
        <Field
          label={saved === 'words' ? check.word(first) : check.first(`${saved}1`)}
          name="first"
          error={errorOf(0)}
          exact
        />
        <Field
          label={saved === 'words' ? check.word(second) : check.last}
          name="second"
          error={errorOf(1)}
          exact
        />
      </div>
      <FilePick
        label={check.file}
        said={isOther ? words.problems.otherFile : name}
        isWrong={isOther}
        onPick={(file) => void read(file)}
      />
      <div className={styles.acts}>
        <Button onClick={show}>{check.back}</Button>
        <Button tone="primary" type="submit">
          {check.submit}
        </Button>
      </div>
    </form>
  );
}
