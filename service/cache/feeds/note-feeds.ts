import { isHex } from '../../../src/events/core/hex.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Store } from '../../store/store.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import { type FeedRequest, byTime, newestFirst, NOTES, openedBy, REPLIES } from './feed-page.ts';
import { Refusal } from '../payload.ts';
import type { Page } from './page-range.ts';

/** A feed about one account. */
export interface AccountFeed {
  readonly pubkey: string;
  readonly notes: string;
  readonly includeReplies: boolean;
  readonly kinds: readonly number[] | undefined;
}

/** The same without reposts. */
const POSTS = NOTES.filter((kind) => kind !== KIND.Repost && kind !== KIND.GenericRepost);

/** Return notes of all accounts, newest first, without replies. */
export function allNotes(asked: FeedRequest, kinds: readonly number[] = POSTS): Promise<Page> {
  return byTime(asked, (slice) =>
    asked.context.store.feedOfEverybody({ kinds, replies: false }, slice),
  );
}

/** Return posts of the accounts that the viewer follows, with replies if `replies`. */
export async function latestNotes(
  asked: FeedRequest,
  replies: boolean,
  kinds: readonly number[] = replies ? REPLIES : NOTES,
): Promise<Page> {
  const { viewer } = asked.view;
  if (viewer === undefined) return { items: [], orderBy: 'created_at' };
  return byTime(asked, (slice) =>
    asked.context.store.feedOfFollows(
      viewer,
      { kinds, replies: replies ? undefined : false },
      slice,
    ),
  );
}

/** `includeReplies` means "replies too" for `follows` and "only replies" for `authored`. */
export async function accountFeed(asked: FeedRequest, feed: AccountFeed): Promise<Page> {
  const { store } = asked.context;
  const { pubkey, includeReplies } = feed;
  const kinds = feed.kinds ?? (includeReplies || feed.notes === 'replies' ? REPLIES : NOTES);
  switch (feed.notes) {
    case 'follows':
      return byTime(asked, (slice) =>
        store.feedOfFollows(pubkey, { kinds, replies: includeReplies ? undefined : false }, slice),
      );
    case 'authored':
      return byTime(await openedBy(asked, pubkey), (slice) =>
        store.feedOfAuthor(pubkey, { kinds, replies: includeReplies }, slice),
      );
    case 'replies':
      return byTime(await openedBy(asked, pubkey), (slice) =>
        store.feedOfAuthor(pubkey, { kinds, replies: true }, slice),
      );
    case 'user_media_thumbnails':
      return byTime(await openedBy(asked, pubkey), (slice) =>
        store.feedOfAuthor(pubkey, { kinds: feed.kinds ?? [KIND.Text], visual: true }, slice),
      );
    case 'bookmarks':
      return byTime(
        unfilteredBy(asked, pubkey),
        newestFirst(
          (await listed(store, `${KIND.Bookmarks}:${pubkey}:`)).filter(({ kind }) =>
            kinds.includes(kind),
          ),
        ),
      );
    default:
      throw new Refusal('unsupported type of notes');
  }
}

/**
 * Return the request for a list of one account. Nothing is left out of the viewer's own list: the
 * client hides muted entries itself, and says how many.
 */
function unfilteredBy(asked: FeedRequest, owner: string): FeedRequest {
  const { actor } = asked.view;
  return actor === owner ? { ...asked, view: { actor, viewer: undefined } } : asked;
}

/** Return the roots of the threads that the viewer muted. */
export async function mutedThreads(asked: FeedRequest): Promise<Page> {
  const { store } = asked.context;
  const { actor } = asked.view;
  const events = actor === undefined ? [] : await listed(store, `${KIND.MuteList}:${actor}:`);
  return byTime({ ...asked, view: { actor, viewer: undefined } }, newestFirst(events));
}

async function listed(store: Store, address: string): Promise<StoredEvent[]> {
  const list = await store.latest(address);
  if (!list) return [];
  const { tags } = parseStored(list);
  const ids = tags.flatMap(([name, value = '']) =>
    name === 'e' && isHex(value, 64) ? [value] : [],
  );
  const addresses = tags.flatMap(([name, value = '']) => (name === 'a' ? [value] : []));
  const events = [...(await store.events([...new Set(ids)])), ...(await store.latestOf(addresses))];
  return [...new Map(events.map((event) => [event.id, event])).values()];
}
