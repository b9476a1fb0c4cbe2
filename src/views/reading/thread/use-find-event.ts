import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { isDeleted } from '../../../events/facts/selectors.ts';
import { rowsOf } from '../../../events/core/table.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import type { NoteParam } from '../../../events/nostr/route-param.ts';
import { eventHints, keyOfParam } from '../../../events/reading/thread/event-hints.ts';
import type { FindEventActor, Found } from '../../../machines/reading/thread/find-event.machine.ts';
import { useActingSoon, useFeature } from '../../account/use-features.ts';
import { useFacts, useFactsActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';

/** Return the event that a search on relays found (THREAD-03), with the relay that had it. */
export function useFoundEvent(
  target: NoteParam,
): { readonly event: VerifiedEvent; readonly url: string } | undefined {
  const key = keyOfParam(target);
  const found = useSelector(useFeature('findEvent'), (snapshot) =>
    snapshot?.context.found.get(key),
  );
  const event = useFacts((facts) =>
    found?.event && !isDeleted(facts, found.event) ? found.event : undefined,
  );
  return event && found?.url !== undefined ? { event, url: found.url } : undefined;
}

/** A search on relays. `result`: once it has ended. */
interface EventSearch {
  readonly isSearching: boolean;
  readonly result: Found | undefined;
  /** Ask the foreign relays. They learn that the user looks for the event. */
  readonly askOthers: () => void;
}

/**
 * Search an event that the caching service does not know, on the account's own relays. `param`: the
 * part of the path that names it. `undefined` for visitors, who have no relays.
 */
export function useFindEvent(target: NoteParam, param: string): EventSearch | undefined {
  useActingSoon();
  const finder = useFeature('findEvent');
  const facts = useFactsActor();
  const key = keyOfParam(target);
  const find = useEffectEvent((to: FindEventActor) => {
    const known = [...rowsOf(facts.getSnapshot().context.events)].map(([, event]) => event);
    const hints = eventHints(param, target, known);
    to.send({ type: 'findEvent.find', target, hints, chosen: [], now: now() });
  });
  useEffect(() => {
    if (finder) find(finder);
  }, [finder]);
  const isSearching = useSelector(
    finder,
    (snapshot) => snapshot?.context.queue.some((one) => keyOfParam(one.target) === key) === true,
  );
  const result = useSelector(finder, (snapshot) => snapshot?.context.found.get(key));
  if (!finder) return undefined;
  return {
    isSearching,
    result: isSearching ? undefined : result,
    askOthers: () =>
      finder.send({
        type: 'findEvent.find',
        target,
        hints: { relays: [], author: result?.author },
        chosen: (result?.others ?? []).map(pressed),
        now: now(),
      }),
  };
}
