import { shallowEqual, useSelector } from '@xstate/react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { BackupActor } from '../../../machines/account/keys/backup.machine.ts';

/** One backup of a private key; there is one in the settings, and one where an account is made. */
export type BackupHandle = BackupActor;

const PARTS = ['shown', 'proving', 'checking'] as const;

/** Where a backup stands: which part of it is shown, what went wrong, and which pieces of the key are asked for. Nothing secret is in it. */
export function useBackup(backup: BackupHandle) {
  return useSelector(
    backup,
    (snapshot) => ({
      part: PARTS.find((one) => snapshot.hasTag(one)) ?? ('hidden' as const),
      isBusy: snapshot.hasTag('busy'),
      isLocking: snapshot.hasTag('locking'),
      problem: snapshot.context.problem,
      positions: snapshot.context.positions,
      hasWords: snapshot.context.words !== undefined,
    }),
    shallowEqual,
  );
}

/** The key itself, in the forms in which it can be kept: only for what shows it. */
export function useBackupSecrets(backup: BackupHandle) {
  return useSelector(backup, ({ context: { nsec, words, ncryptsec } }) => ({ nsec, words, ncryptsec }), shallowEqual);
}

/** What can be done with a backup. */
export function useBackupIntents(backup: BackupHandle) {
  return {
    show: () => backup.send({ type: 'backup.show' }),
    hide: () => backup.send({ type: 'backup.hide' }),
    prove: (pin: Secret<string>) => backup.send({ type: 'backup.prove', pin }),
    /** Asks for the pieces of the key at these two positions, from 1. */
    check: (positions: readonly [number, number]) => backup.send({ type: 'backup.check', positions }),
    /** Says whether what was typed proves that there is a copy. */
    answer: (typed: readonly Secret<string>[]) => {
      backup.send({ type: 'backup.answer', typed });
      return backup.getSnapshot().context.isProved;
    },
    lock: (password: Secret<string>, repeated: Secret<string>) => backup.send({ type: 'backup.lock', password, repeated }),
  };
}
