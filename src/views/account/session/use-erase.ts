import { shallowEqual, useSelector } from '@xstate/react';
import type { EraseActor } from '../../../machines/account/keys/erase.machine.ts';

/** What could not be erased of an account that has left. */
export type EraseHandle = EraseActor;

/** `isAll`: all of the account was to go, and not its key alone. */
export function useErase(erase: EraseHandle) {
  return {
    ...useSelector(erase, (snapshot) => ({ isBusy: snapshot.hasTag('busy'), isAll: snapshot.context.erase }), shallowEqual),
    again: () => erase.send({ type: 'erase.again' }),
    close: () => erase.send({ type: 'erase.close' }),
  };
}
