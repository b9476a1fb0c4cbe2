import { useCallback } from 'react';
import {
  type FailureReason,
  type WaitReason,
  waitOf,
} from '../../../events/publish/outbox/publish-failure.ts';
import { useIsProxied } from '../../account/relays/use-network.ts';
import { useConnection } from '../../connection/use-connection.ts';
import { useReasonStrings } from '../../ui/strings/reasons.ts';

export interface FailureWords {
  readonly text: string;
  /** Why the job waits. `undefined` if it has failed. */
  readonly wait: WaitReason | undefined;
  /**
   * True if the reason is this device's: it is offline, or uses no relays. The job then waits, and
   * no part of it has failed.
   */
  readonly isHeld: boolean;
}

/** Return a function that puts the reason of a failure into words, or why its job waits. */
export function useFailureWords(): (why: FailureReason) => FailureWords {
  const { of, waits } = useReasonStrings();
  const { isOffline } = useConnection();
  const [isProxied] = useIsProxied();
  return useCallback(
    (why) => {
      const wait = waitOf(why, { isOffline, isProxied });
      const isPlain = wait === undefined || wait === 'unreachable';
      const isHeld = wait === 'offline' || wait === 'proxied';
      return { text: isPlain ? of(why) : waits[wait], wait, isHeld };
    },
    [of, waits, isOffline, isProxied],
  );
}
