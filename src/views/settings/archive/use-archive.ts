import { shallowEqual, useSelector } from '@xstate/react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { ArchiveActor } from '../../../machines/settings/archive.machine.ts';
import type { ArchiveFailure } from '../../../machines/settings/archive-protocol.ts';
import { useOpened } from '../../account/use-features.ts';

export type ArchiveHandle = ArchiveActor;

/** Open the current account's archive. `undefined` until its code is loaded. */
export function useArchive(): ArchiveHandle | undefined {
  return useOpened('archive');
}

/** Return the state of an export or import. `progress`: from 0 to 1. */
export function useArchiveState(archive: ArchiveHandle) {
  return useSelector(
    archive,
    (snapshot) => ({
      isMaking: snapshot.hasTag('making'),
      isReading: snapshot.hasTag('reading'),
      isWriting: snapshot.hasTag('writing'),
      plan: snapshot.context.plan,
      progress: snapshot.context.progress,
      problem: snapshot.context.problem,
      done: snapshot.context.done,
    }),
    shallowEqual,
  );
}

export const archiveIntents = {
  /** Returns the flaw of the passphrases, if they are too short or differ. */
  make: (
    archive: ArchiveHandle,
    passphrase: Secret<string>,
    repeated: Secret<string>,
    pin: Secret<string> | undefined,
  ): ArchiveFailure | undefined => {
    archive.send({ type: 'archive.make', passphrase, repeated, pin });
    return archive.getSnapshot().context.problem;
  },
  read: (archive: ArchiveHandle, file: Blob, passphrase: Secret<string>) =>
    archive.send({ type: 'archive.read', file, passphrase }),
  confirm: (archive: ArchiveHandle) => archive.send({ type: 'archive.confirm' }),
  cancel: (archive: ArchiveHandle) => archive.send({ type: 'archive.cancel' }),
};
