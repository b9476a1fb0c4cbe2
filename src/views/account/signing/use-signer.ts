import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { SignerActor } from '../../../machines/account/signing/signer.machine.ts';
import type { SessionHandle } from '../session/use-session.ts';

/** The signer of an account, as components hand it on. */
export type SignerHandle = SignerActor;

type Queue = SnapshotFrom<SignerActor>['context']['queue'];

/** One thing that waits for the signer. */
export type Waiting = Queue[number];

const NOTHING: Queue = [];

/** The account's signer, and what waits for it once that takes longer than a moment. */
export function useSignerQueue(session: SessionHandle) {
  const signer = useSelector(session, ({ children }) => children.signer);
  return { signer, queue: useSelector(signer, (snapshot) => (snapshot?.context.slow ? snapshot.context.queue : NOTHING)) };
}

/** How the account signs. */
export function useSigningMethod(signer: SignerHandle) {
  return useSelector(signer, ({ context }) => context.account.method);
}

/** Asks once more for what waits, or gives it up. */
export const signerIntents = {
  again: (signer: SignerHandle, { id }: Waiting) => signer.send({ type: 'signer.again', queued: id }),
  cancel: (signer: SignerHandle, { id }: Waiting) => signer.send({ type: 'signer.cancel', queued: id }),
};
