import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { SignerActor } from '../../../machines/account/signing/signer.machine.ts';
import type { SessionHandle } from '../session/use-session.ts';

export type SignerHandle = SignerActor;

type Queue = SnapshotFrom<SignerActor>['context']['queue'];

/** A request that waits for the signer. */
export type Waiting = Queue[number];

const NOTHING: Queue = [];

/** Return the account's signer, and the requests that have waited for longer than a moment. */
export function useSignerQueue(session: SessionHandle) {
  const signer = useSelector(session, ({ children }) => children.signer);
  return {
    signer,
    queue: useSelector(signer, (snapshot) =>
      snapshot?.context.slow ? snapshot.context.queue : NOTHING,
    ),
  };
}

export function useSigningMethod(signer: SignerHandle) {
  return useSelector(signer, ({ context }) => context.account.method);
}

/** Retry a waiting request, or cancel it. */
export const signerIntents = {
  again: (signer: SignerHandle, { id }: Waiting) =>
    signer.send({ type: 'signer.retry', queued: id }),
  cancel: (signer: SignerHandle, { id }: Waiting) =>
    signer.send({ type: 'signer.cancel', queued: id }),
};
