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
import { listSource, type Page, pageRange, type Source, readPage } from './page-range.ts';
import type { Result } from '../results.ts';
import { filteredBy, visibleTo } from '../results/visibility.ts';

/** The requested page of a feed, and the viewer. */
export interface FeedRequest {
  readonly context: CacheContext;
  readonly view: View;
  readonly page: PageRequest;
  /** `trending` for recommendations (SETTINGS-08). */
  readonly scope?: FilterScope;
}

/** Default kinds of feeds: notes, and other posts that are displayed as they are. */
export const NOTES: readonly number[] = [
  KIND.Text,
  KIND.Repost,
  KIND.GenericRepost,
  KIND.Image,
  KIND.VideoPost,
  KIND.ShortVideoPost,
  KIND.Poll,
  KIND.VoiceMessage,
];

/** The same for feeds with replies, which may be comments (NIP-22) or recordings (NIP-A0). */
export const REPLIES: readonly number[] = [...NOTES, KIND.Comment, KIND.VoiceReply];

// Clocks differ. Events dated further ahead wait (E-18).
const AHEAD = seconds(600);

/** Return a page ordered by time, without events from the far future. */
export function byTime(
  asked: FeedRequest,
  source: Source<Item>,
  orderBy = 'created_at',
): Promise<Page> {
  const until = Math.min(asked.page.until, inSeconds(plus(asked.context.store.now(), AHEAD)));
  return byRank({ ...asked, page: { ...asked.page, until } }, source, orderBy);
}

/**
 * Return the request for one account's own page. If the viewer blocks that account, no filter
 * applies, because the viewer opened the page on purpose (PROFILE-04). Lists of several accounts
 * leave it out.
 */
export async function openedBy(asked: FeedRequest, author: string): Promise<FeedRequest> {
  const { actor, viewer } = asked.view;
  const filtered =
    viewer === undefined ? undefined : await filteredBy(asked.context.store, viewer, author);
  return filtered?.action === 'block' ? { ...asked, view: { actor, viewer: undefined } } : asked;
}

/** Return a page ordered by another key, or by time including the future. */
export async function byRank(
  { context, view, page, scope }: FeedRequest,
  source: Source<Item>,
  orderBy: string,
): Promise<Page> {
  return {
    items: await readPage(source, page, await visibleTo(context.store, view.viewer, scope)),
    orderBy,
  };
}

/** Return enriched posts and their RANGE: the response of every feed verb. */
export async function pageResults(
  { context, view }: Pick<FeedRequest, 'context' | 'view'>,
  page: Page,
): Promise<Result[]> {
  return [...(await enrich(context, page.items, view)), pageRange(page)];
}

/** Events of a ranking that is held in memory. */
export function rankedSource(store: Store, rows: readonly Ranked[]): Source<Item> {
  const source = listSource(rows);
  return async (slice) => {
    const part = await source(slice);
    const events = new Map(
      (await store.events(part.map(({ id }) => id))).map((event) => [event.id, event]),
    );
    return part.flatMap(({ id, key }) => {
      const event = events.get(id);
      return event ? [{ ...event, key }] : [];
    });
  };
}

/** Events as an ordered list, newest first. */
export function newestFirst(events: readonly StoredEvent[]): Source<Item> {
  const items = events.map((event) => ({ ...event, key: inSeconds(event.created_at) }));
  return listSource(items.sort((a, b) => b.key - a.key || b.seq - a.seq));
}
