import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { actsIn, highlightsOn } from '../../../events/compose/acts/own-acts.ts';
import { useFeature } from '../../account/use-features.ts';

interface Sent {
  readonly isSent: boolean;
  /** It is being taken back, or was. */
  readonly isRetracting: boolean;
  readonly isRetracted: boolean;
  /** By which it can still be undone. */
  readonly job: string | undefined;
}

/** What was done from this device, and is held, on its way or accepted. */
export function useSent(event: VerifiedEvent, kind: number): Sent {
  const act = `${kind} ${event.id}`;
  const intents = useFeature('intents');
  const outbox = useFeature('outbox');
  const job = useSelector(intents, (snapshot) => [...(snapshot?.context.held ?? [])].find(([, held]) => held === act)?.[0]);
  const isSigned = useSelector(outbox, (snapshot) => snapshot !== undefined && actsIn(snapshot.context.records).has(act));
  const isRetracting = useSelector(intents, (snapshot) => snapshot?.context.retracting.has(act) === true);
  const isRetracted = useSelector(intents, (snapshot) => snapshot?.context.retracted.has(act) === true);
  return { isSent: isSigned || job !== undefined, job, isRetracting, isRetracted };
}

const NONE: readonly string[] = [];

/** Ids of what was marked of an article from this device: signed, and not given up. */
export function useOwnHighlights(address: string): readonly string[] {
  const outbox = useFeature('outbox');
  const records = useSelector(outbox, (snapshot) => snapshot?.context.records);
  return useMemo(() => (records ? highlightsOn(records, address) : NONE), [records, address]);
}
