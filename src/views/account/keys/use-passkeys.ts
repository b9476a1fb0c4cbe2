import { shallowEqual, useSelector } from '@xstate/react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { PasskeysActor } from '../../../machines/account/keys/passkeys.machine.ts';
import { useOpened } from '../use-features.ts';

/** The passkeys of who is here, as components hand them on. */
export type PasskeysHandle = PasskeysActor;

/** Looks at them; undefined until their code has come. */
export function usePasskeys(): PasskeysHandle | undefined {
  return useOpened('passkeys');
}

/** How they stand; `lacks`: why there can be none in this browser, or at this address. */
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

/** Makes one more. `name`: what it is called; may be empty. The PIN proves who asks. */
export function addPasskey(passkeys: PasskeysHandle, name: string, pin: Secret<string>): void {
  passkeys.send({ type: 'passkeys.add', name, pin });
}
