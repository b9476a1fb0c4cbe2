import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { pinMachine } from '../../../machines/account/keys/pin.machine.ts';

/** A PIN prompt. The session, the sign-in and the account creation each have one. */
export type PinHandle = ActorRefFrom<typeof pinMachine>;

/**
 * Return the state of a PIN prompt. `creates`: it asks for a new PIN. `isWarning`: it asks to
 * confirm that the user wants no PIN.
 */
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

/** Return the answers to a PIN prompt. `repeated`: the new PIN typed again. */
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
