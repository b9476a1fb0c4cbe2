import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { pinMachine } from '../../../machines/account/keys/pin.machine.ts';

/** One question for a PIN; several parts of an account ask for one: the session, the sign-in, the making of an account. */
export type PinHandle = ActorRefFrom<typeof pinMachine>;

/** Where a question for a PIN stands; `creates`: it is for a new one; `isWarning`: it is asked whether going without it is meant. */
export function usePin(pin: PinHandle) {
  return useSelector(
    pin,
    (snapshot) => ({
      creates: snapshot.context.mode === 'create',
      hasPasskey: snapshot.context.hasPasskey,
      problem: snapshot.context.problem,
      isWarning: snapshot.hasTag('warning'),
      isBusy: snapshot.hasTag('busy'),
    }),
    shallowEqual,
  );
}

/** What can be answered to it. `repeated`: the PIN once more, where it is a new one. */
export function usePinIntents(pin: PinHandle) {
  return {
    submit: (typed: Secret<string>, repeated?: Secret<string>) =>
      pin.send({ type: 'pin.submit', pin: typed, ...(repeated === undefined ? {} : { repeated }) }),
    passkey: () => pin.send({ type: 'pin.passkey' }),
    skip: () => pin.send({ type: 'pin.skip' }),
    signIn: () => pin.send({ type: 'pin.signIn' }),
    forgot: () => pin.send({ type: 'pin.forgot' }),
    confirm: () => pin.send({ type: 'pin.confirm' }),
    back: () => pin.send({ type: 'pin.back' }),
    cancel: () => pin.send({ type: 'pin.cancel' }),
  };
}
