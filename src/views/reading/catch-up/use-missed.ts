import { useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type CatchUp, catchUpOf, type Missed } from '../../../events/reading/feed/catch-up.ts';
import type { ReadingPlace } from '../../../events/reading/feed/reading-place.ts';
import { shownOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { type Feed, useFeedItems } from '../feed/use-feed.ts';

interface MissedNotes extends CatchUp {
  /** The newest of the missed notes. */
  readonly newest: ReadingPlace['newest'] | undefined;
}

/** Return the entries of a feed that are newer than `since`, in groups and without muted ones. */
export function useMissed(feed: Feed, since: Seconds): MissedNotes {
  const hides = useHides();
  const { items } = useFeedItems(feed);
  const events = useFactsShallow((facts) =>
    items.flatMap(({ id }): readonly VerifiedEvent[] => newer(shownOf(facts, id, hides), since)),
  );
  const stats = useFactsShallow((facts) => events.map(({ id }) => getRow(facts.stats, id)));
  return useMemo(() => {
    const missed = events.map(
      ({ id, pubkey, created_at: at, content }, n): Missed => ({
        id,
        pubkey,
        at,
        text: content,
        likes: stats[n]?.likes ?? 0,
        replies: stats[n]?.replies ?? 0,
        reposts: stats[n]?.reposts ?? 0,
        satszapped: stats[n]?.satszapped ?? 0,
      }),
    );
    const newest = events.reduce<VerifiedEvent | undefined>(
      (most, event) => (most && most.created_at >= event.created_at ? most : event),
      undefined,
    );
    return { ...catchUpOf(missed), newest: newest && { id: newest.id, at: newest.created_at } };
  }, [events, stats]);
}

function newer(event: VerifiedEvent | undefined, since: Seconds): readonly VerifiedEvent[] {
  return event && event.created_at > since ? [event] : [];
}
