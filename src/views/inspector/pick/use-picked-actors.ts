import { useState } from 'react';
import { broughtBy } from '../../../machines/inspector/brought-by.ts';
import type { ActorRecord } from '../../../machines/inspector/history.ts';
import type { Inspected } from '../use-inspector.ts';
import { usePagePick } from './use-page-pick.ts';

/**
 * Return the actors behind the element that the user chose on the page, and choose the nearest one.
 * Of a note, the event that brought it is studied. `onPicked` is called then.
 */
export function usePickedActors({ history, chooseActor, study }: Inspected, onPicked: () => void) {
  const [actors, setActors] = useState<readonly ActorRecord[]>();
  const { isPicking, toggle, stop } = usePagePick(({ refs, note }) => {
    // the actors of a new element may be newer than the last drawing
    const { actors: all, events } = history.renew?.() ?? history;
    const found = refs.flatMap((ref) => all.find((one) => one.ref === ref) ?? []);
    setActors(found);
    if (found[0]) chooseActor(found[0]);
    const event = note === undefined ? undefined : broughtBy(events, note);
    if (event) study(event);
    onPicked();
  });
  return { actors, isPicking, toggle, stop, clear: () => setActors(undefined) };
}
