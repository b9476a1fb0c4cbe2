import type { FilterScope } from '../../../src/events/account/lists/list-intents.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, plus, seconds } from '../../../src/events/core/time.ts';
import type { Ranked } from '../../store/reading/rankings.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { type CacheContext } from '../cache-context.ts';
import { enrich, type View } from '../results/enrich-page.ts';
import type { PageRequest } from '../payload.ts';
import type { Item } from '../../store/reading/page-slice.ts';
import { listSource, type Page, pageRange, type Source, takePage } from './page-range.ts';
import type { Result } from '../results.ts';
import { filteredBy, visibleTo } from '../results/visibility.ts';

/** Which page of a feed is asked for, and by whom. */
export interface Asked {
  readonly context: CacheContext;
  readonly view: View;
  readonly page: PageRequest;
  /** `trending` where something is recommended (SETTINGS-08). */
  readonly scope?: FilterScope;
}

/** What feeds hold where no kinds are asked for: notes, and what people post beside them that is shown as it stands. */
export const NOTES: readonly number[] = [
  KIND.Text,
  KIND.Repost,
  KIND.GenericRepost,
  KIND.Image,
  KIND.VideoPost,
  KIND.ShortVideoPost,
  KIND.Poll,
];

// clocks differ: what is dated further ahead waits (E-18)
const AHEAD = seconds(600);

/** A page ordered by time: nothing from the far future. */
export function byTime(asked: Asked, source: Source<Item>, orderBy = 'created_at'): Promise<Page> {
  const until = Math.min(asked.page.until, inSeconds(plus(asked.context.store.now(), AHEAD)));
  return byRank({ ...asked, page: { ...asked.page, until } }, source, orderBy);
}

/**
 * What one account wrote, asked for by name: whoever muted that very account sees it all the same, as they opened it on purpose (PROFILE-04).
 * Lists of several accounts leave it out.
 */
export async function openedBy(asked: Asked, author: string): Promise<Asked> {
  const { actor, viewer } = asked.view;
  const filtered = viewer === undefined ? undefined : await filteredBy(asked.context.store, viewer, author);
  return filtered?.action === 'block' ? { ...asked, view: { actor, viewer: undefined } } : asked;
}

/** A page ordered by something else, or by time where the future is wanted. */
export async function byRank({ context, view, page, scope }: Asked, source: Source<Item>, orderBy: string): Promise<Page> {
  return { items: await takePage(source, page, await visibleTo(context.store, view.viewer, scope)), orderBy };
}

/** Enriched posts and their RANGE: the answer of every feed verb. */
export async function pageResults({ context, view }: Pick<Asked, 'context' | 'view'>, page: Page): Promise<Result[]> {
  return [...(await enrich(context.store, page.items, view)), pageRange(page)];
}

/** Events in an order that is held in memory. */
export function rankedSource(store: Store, rows: readonly Ranked[]): Source<Item> {
  const source = listSource(rows);
  return async (slice) => {
    const part = await source(slice);
    const events = new Map((await store.events(part.map(({ id }) => id))).map((event) => [event.id, event]));
    return part.flatMap(({ id, key }) => {
      const event = events.get(id);
      return event ? [{ ...event, key }] : [];
    });
  };
}

/** Some events as an ordered list, newest first. */
export function newestFirst(events: readonly StoredEvent[]): Source<Item> {
  const items = events.map((event) => ({ ...event, key: inSeconds(event.created_at) }));
  return listSource(items.sort((a, b) => b.key - a.key || b.seq - a.seq));
}
