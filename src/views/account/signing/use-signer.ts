import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { isSameMessage } from '../../../events/account/user-message.ts';
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

/** Number of reasons that the prompt for a PIN names. */
const MOST_REASONS = 3;

/** Return the requests that wait for a closed key, the first of each reason. */
export function useLockedRequests(session: SessionHandle): readonly Waiting[] {
  const signer = useSelector(session, ({ children }) => children.signer);
  const queue = useSelector(signer, (snapshot) => snapshot?.context.queue ?? NOTHING);
  const isFirst = ({ reason }: Waiting, at: number) =>
    reason.code === 'sign.scheduled' ||
    queue.findIndex((other) => isSameMessage(other.reason, reason)) === at;
  return queue.filter(isFirst).slice(0, MOST_REASONS);
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
