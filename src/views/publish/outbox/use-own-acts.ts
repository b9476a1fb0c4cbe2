import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  actsIn,
  highlightsOn,
  type PendingHighlight,
  pendingHighlightsOn,
} from '../../../events/compose/acts/own-acts.ts';
import { useFeature } from '../../account/use-features.ts';

interface Sent {
  readonly isSent: boolean;
  /** True if it is being deleted, or was. */
  readonly isRetracting: boolean;
  readonly isRetracted: boolean;
  /** The job by which it can still be undone. */
  readonly job: string | undefined;
}

/** Return the state of an action from this device that is held, pending or accepted. */
export function useOwnActs(event: VerifiedEvent, kind: number): Sent {
  const act = `${kind} ${event.id}`;
  const intents = useFeature('intents');
  const outbox = useFeature('outbox');
  const job = useSelector(
    intents,
    (snapshot) => [...(snapshot?.context.held ?? [])].find(([, held]) => held === act)?.[0],
  );
  const isSigned = useSelector(
    outbox,
    (snapshot) => snapshot !== undefined && actsIn(snapshot.context.records).has(act),
  );
  const isRetracting = useSelector(
    intents,
    (snapshot) => snapshot?.context.retracting.has(act) === true,
  );
  const isRetracted = useSelector(
    intents,
    (snapshot) => snapshot?.context.retracted.has(act) === true,
  );
  return { isSent: isSigned || job !== undefined, job, isRetracting, isRetracted };
}

const NONE = { ids: [], pending: [] };

/**
 * Return the own highlights of an article from this device: the ids of those that were signed and
 * not discarded, and those that are not signed yet.
 */
export function useOwnHighlights(address: string): {
  readonly ids: readonly string[];
  readonly pending: readonly PendingHighlight[];
} {
  const outbox = useFeature('outbox');
  const records = useSelector(outbox, (snapshot) => snapshot?.context.records);
  return useMemo(
    () =>
      records
        ? { ids: highlightsOn(records, address), pending: pendingHighlightsOn(records, address) }
        : NONE,
    [records, address],
  );
}
