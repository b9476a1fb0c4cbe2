import { useEffect, useMemo, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import { type Fault, openFaults } from '../../../machines/inspector/faults.ts';
import { cutPage } from './page-network.ts';

/** The faults by hand that last, and how to change them. */
export interface Hand {
  readonly faults: readonly Fault[];
  readonly plant: (fault: Fault) => void;
  readonly undo: (fault: Fault) => void;
}

/** Let faults happen below `root` until the view is unmounted. */
export function useHand(root: AnyActorRef): Hand {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const { plant, undo, end } = useMemo(
    () =>
      openFaults(root, {
        cutPage,
        changed: setFaults,
      }),
    [root],
  );
  useEffect(() => end, [end]);
  return { faults, plant, undo };
}
