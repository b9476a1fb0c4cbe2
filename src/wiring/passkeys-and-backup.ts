import { handOut } from '../adapters/settings/download-file.ts';
import { type ArchiveDeps, archivePort, keyInArchive } from '../adapters/settings/archive-port.ts';
import { archiveSpawner } from '../adapters/settings/start-archive-worker.ts';
import {
  addPasskeyPort,
  type PasskeyDeps,
  passkeysFoundPort,
  removePasskeyPort,
} from '../adapters/account/keys/passkey-ports.ts';
import { changePinPort, type PinChangeDeps } from '../adapters/account/keys/pin-change-port.ts';
import type { Seconds } from '../events/core/time.ts';
import { archiveMachine } from '../machines/settings/archive.machine.ts';
import { pinChangeMachine } from '../machines/account/keys/pin-change.machine.ts';
import { passkeysMachine } from '../machines/account/keys/passkeys.machine.ts';

/** Passkeys with their ports, in a chunk of its own: only users who open them fetch it. */
export function passkeysCode(
  deps: PasskeyDeps & { readonly now: () => Seconds },
): typeof passkeysMachine {
  return passkeysMachine.provide({
    actors: {
      found: passkeysFoundPort(deps),
      add: addPasskeyPort(deps),
      remove: removePasskeyPort(deps),
    },
  });
}

/** The PIN's settings with their port, in the same chunk. */
export function pinChangeCode(deps: PinChangeDeps): typeof pinChangeMachine {
  return pinChangeMachine.provide({ actors: { change: changePinPort(deps) } });
}

/** Backup files of an account, with their port. `scriptUrl`: the page's policy for script URLs. */
export function archiveCode(
  deps: Omit<ArchiveDeps, 'spawn' | 'save' | 'keyRange' | 'newId'>,
  scriptUrl: Parameters<typeof archiveSpawner>[0],
): typeof archiveMachine {
  const files = archivePort({
    ...deps,
    keyRange: IDBKeyRange,
    newId: () => crypto.randomUUID(),
    spawn: archiveSpawner(scriptUrl),
    save: handOut,
  });
  return archiveMachine.provide({ actors: { files } });
}

/**
 * Return the encrypted key in such a file. `undefined` if there is none, or the file cannot be
 * opened.
 */
export async function archivedKey(
  file: Blob,
  passphrase: string,
  verify: ArchiveDeps['verify'],
  scriptUrl: Parameters<typeof archiveSpawner>[0],
): Promise<string | undefined> {
  return keyInArchive({ file, passphrase }, { verify, spawn: archiveSpawner(scriptUrl) });
}
