import { shallowEqual, useSelector } from '@xstate/react';
import type { CopyForm } from '../../../events/account/keys/backup-check.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { BackupActor } from '../../../machines/account/keys/backup.machine.ts';

/**
 * One backup of a private key. There is one in the settings, and one where an account is created.
 */
export type BackupHandle = BackupActor;

const PARTS = ['shown', 'proving', 'checking'] as const;

/**
 * Return the state of a backup: the shown part, the error, and the requested positions. It contains
 * no secret.
 */
export function useBackup(backup: BackupHandle) {
  return useSelector(
    backup,
    (snapshot) => ({
      part: PARTS.find((one) => snapshot.hasTag(one)) ?? ('hidden' as const),
      isBusy: snapshot.hasTag('busy'),
      isLocking: snapshot.hasTag('locking'),
      problem: snapshot.context.problem,
      positions: snapshot.context.positions,
      wrong: snapshot.context.wrong,
      form: snapshot.context.form,
    }),
    shallowEqual,
  );
}

/** Return the key in its backup formats, only for the view that shows it. */
export function useBackupSecrets(backup: BackupHandle) {
  return useSelector(
    backup,
    ({ context: { nsec, words, ncryptsec } }) => ({ nsec, words, ncryptsec }),
    shallowEqual,
  );
}

/** Return the actions on a backup. */
export function useBackupIntents(backup: BackupHandle) {
  return {
    show: () => backup.send({ type: 'backup.show' }),
    hide: () => backup.send({ type: 'backup.hide' }),
    prove: (pin: Secret<string>) => backup.send({ type: 'backup.prove', pin }),
    /** Ask for two parts of the saved form, of words at these positions, from 1. */
    check: (form: CopyForm, positions: readonly [number, number]) =>
      backup.send({ type: 'backup.check', form, positions }),
    /** Check whether the content of a file proves that there is a copy. */
    compare: (file: Secret<string>) => {
      backup.send({ type: 'backup.compare', file });
      return backup.getSnapshot().context.isProved;
    },
    /** Check whether the typed text proves that there is a copy. */
    answer: (typed: readonly Secret<string>[]) => {
      backup.send({ type: 'backup.answer', typed });
      return backup.getSnapshot().context.isProved;
    },
    /** Returns false if the passwords are too short or differ. */
    lock: (password: Secret<string>, repeated: Secret<string>) => {
      backup.send({ type: 'backup.lock', password, repeated });
      return backup.getSnapshot().hasTag('locking');
    },
  };
}
