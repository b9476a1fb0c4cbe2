import { shallowEqual, useSelector } from '@xstate/react';
import type { EraseActor } from '../../../machines/account/keys/erase.machine.ts';

/** Data of a signed-out account that could not be erased. */
export type EraseHandle = EraseActor;

/**
 * Return the state of an erasure. `isAll`: the whole account was to be erased, not only its key.
 */
export function useErase(erase: EraseHandle) {
  return {
    ...useSelector(
      erase,
      (snapshot) => ({ isBusy: snapshot.hasTag('busy'), isAll: snapshot.context.erase }),
      shallowEqual,
    ),
    again: () => erase.send({ type: 'erase.retry' }),
    close: () => erase.send({ type: 'erase.close' }),
  };
}
