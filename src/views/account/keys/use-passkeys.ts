import { shallowEqual, useSelector } from '@xstate/react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { PasskeysActor } from '../../../machines/account/keys/passkeys.machine.ts';
import { useOpened } from '../use-features.ts';

export type PasskeysHandle = PasskeysActor;

/** Open the current account's passkeys. `undefined` until their code is loaded. */
export function usePasskeys(): PasskeysHandle | undefined {
  return useOpened('passkeys');
}

/** Return the state of the passkeys. `lacks`: why this browser or address does not support them. */
export function usePasskeysState(passkeys: PasskeysHandle) {
  return useSelector(
    passkeys,
    (snapshot) => ({
      list: snapshot.context.passkeys,
      lacks: snapshot.context.lacks,
      problem: snapshot.context.problem,
      isOpening: snapshot.hasTag('opening'),
      isBusy: snapshot.hasTag('busy'),
    }),
    shallowEqual,
  );
}

/** Add a passkey. `name`: its label, may be empty. The PIN proves that the user may add it. */
export function addPasskey(passkeys: PasskeysHandle, name: string, pin: Secret<string>): void {
  passkeys.send({ type: 'passkeys.add', name, pin });
}
