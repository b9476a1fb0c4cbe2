import { shallowEqual, useSelector } from '@xstate/react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { PinAct, PinChangeActor } from '../../../machines/account/keys/pin-change.machine.ts';
import { useOpened } from '../use-features.ts';

export type { PinAct } from '../../../machines/account/keys/pin-change.machine.ts';

export type PinChangeHandle = PinChangeActor;

/** Open the settings of the account's PIN. `undefined` until their code is loaded. */
export function usePinChange(): PinChangeHandle | undefined {
  return useOpened('pinChange');
}

/** Return the state. `act`: the act whose form is shown. `done`: the act that has just ended. */
export function usePinChangeState(change: PinChangeHandle) {
  return useSelector(
    change,
    (snapshot) => ({
      act: snapshot.hasTag('typing') ? snapshot.context.act : undefined,
      isBusy: snapshot.hasTag('busy'),
      problem: snapshot.context.problem,
      done: snapshot.context.done,
    }),
    shallowEqual,
  );
}

export const pinChangeIntents = {
  begin: (change: PinChangeHandle, act: PinAct) => change.send({ type: 'pinChange.begin', act }),
  cancel: (change: PinChangeHandle) => change.send({ type: 'pinChange.cancel' }),
  /** Submit the typed PINs. The current one is ignored if there is none. */
  submit: (
    change: PinChangeHandle,
    typed: {
      readonly old: Secret<string>;
      readonly next: Secret<string>;
      readonly repeated: Secret<string>;
    },
  ) => change.send({ type: 'pinChange.submit', ...typed }),
};
