import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { minus, seconds } from '../../../src/events/core/time.ts';
import { articleFeed } from './article-feeds.ts';
import { accountFeed, allNotes, latestNotes, mutedThreads } from './note-feeds.ts';
import { explore, rankedNotes } from './ranked-feeds.ts';
import type { FeedRequest } from './feed-page.ts';
import {
  countOf,
  flagOf,
  hexOf,
  isHex64,
  kindsOf,
  type Payload,
  Refusal,
  requiredHex,
  textOf,
} from '../payload.ts';
import type { Page } from './page-range.ts';
import { searchFeed } from './search-feed.ts';
import { dvmSpec } from '../verbs/feed-market.ts';

/** The result of a spec: a page, or recent zaps. `undefined` if unknown. */
export type Resolved = { readonly page: Page } | 'zaps' | undefined;

const HOUR = 3_600;
const MOST_HOURS = 168;
const MOST_SEARCHED = 100;
const MOST_RANKED = 50;

const SEARCHES: ReadonlyMap<string, string> = new Map([
  ['wide-net-notes', 'kind:1 scope:myfollowsinteractions'],
  ['strange-but-popular', 'kind:1 scope:notmyfollows minscore:50'],
  ['engaging-discussions', 'kind:1 minlongreplies:5'],
  ['only-tweets', 'kind:1 maxchars:140'],
  ['bookmarked-by-follows', 'kind:1 features:bookmarked-by-follows'],
  ['video-reels', 'kind:1 filter:video orientation:vertical maxduration:90 mininteractions:2'],
]);
const EXPLORE_MEDIA = 'kind:1 filter:image scope:mynetworkinteractions -#nsfw';
const READS = 'kind:30023 scope:myfollowsinteractions minwords:100';
const TOPIC_ID = 'reads-topic-';

/** Parse a feed's spec: the JSON of one object. */
export function readSpec(text: string | undefined): Payload {
  const spec = text === undefined ? undefined : parseJson(text);
  if (!isRecord(spec)) throw new Refusal('invalid spec format');
  return spec;
}

/**
 * Return the page of the feed that a spec describes, or `undefined` for an unknown spec. `kinds`
 * narrows it.
 */
export async function resolveSpec(
  asked: FeedRequest,
  spec: Payload,
  kinds = kindsOf(spec),
): Promise<Resolved> {
  const id = textOf(spec, 'id') ?? '';
  const kind = textOf(spec, 'kind');
  const [maker, offer] = [textOf(spec, 'dvm_pubkey'), textOf(spec, 'dvm_id')];
  if (maker !== undefined && offer !== undefined) return offered(asked, maker, offer);
  if (id === 'nostr-reads-feed') return search(asked, READS);
  if (id === 'advsearch') return search(asked, textOf(spec, 'query') ?? '');
  if (id.startsWith(TOPIC_ID))
    return {
      page: await articleFeed(asked, { notes: '', topic: id.slice(TOPIC_ID.length), minWords: 0 }),
    };
  if (kind === 'reads' || id === 'reads-feed') return reads(asked, spec);
  if (id === 'explore-media') return search({ ...asked, scope: 'trending' }, EXPLORE_MEDIA);
  if (id === 'explore-zaps') return 'zaps';
  if (id === 'hall-of-fame-notes')
    return {
      page: await rankedNotes(atMost(asked, MOST_RANKED), {
        rank: 'score',
        createdAfter: seconds(0),
      }),
    };
  return notes(asked, spec, id, kinds);
}

/**
 * Resolve a market feed by its author and d tag to the spec that it names. Specs that name another
 * market feed are ignored.
 */
async function offered(asked: FeedRequest, pubkey: string, identifier: string): Promise<Resolved> {
  const text = await dvmSpec(asked.context.store, pubkey, identifier);
  const spec = text === undefined ? undefined : readSpec(text);
  return spec && textOf(spec, 'dvm_id') === undefined ? resolveSpec(asked, spec) : undefined;
}

async function notes(
  asked: FeedRequest,
  spec: Payload,
  id: string,
  kinds: readonly number[] | undefined,
): Promise<Resolved> {
  const query = SEARCHES.get(id);
  if (query !== undefined) return search(asked, query);
  switch (id) {
    case 'latest':
      return { page: await latestNotes(asked, flagOf(spec, 'include_replies', false), kinds) };
    case 'all-notes':
      return { page: await allNotes(asked, kinds) };
    case 'global-trending':
    case 'most-zapped':
      return { page: await ranked(asked, spec, kinds?.[0]) };
    case 'feed':
      return { page: await account(asked, spec, kinds) };
    case 'search':
      return search(asked, textOf(spec, 'query') ?? '');
    case 'muted-threads':
      return { page: await mutedThreads(asked) };
    case 'important-notes-i-might-have-missed':
      return legacy(asked, 'follows', 'trending');
    default:
      return undefined;
  }
}

function account(
  asked: FeedRequest,
  spec: Payload,
  kinds: readonly number[] | undefined,
): Promise<Page> {
  const pubkey = requiredHex(spec, 'pubkey');
  return accountFeed(asked, {
    pubkey,
    notes: textOf(spec, 'notes') ?? 'follows',
    includeReplies: flagOf(spec, 'include_replies', false),
    kinds,
  });
}

function ranked(asked: FeedRequest, spec: Payload, kind: number | undefined): Promise<Page> {
  const hours = Math.min(MOST_HOURS, countOf(spec, 'hours', 24));
  const createdAfter = minus(asked.context.store.now(), seconds(hours * HOUR));
  const rank = textOf(spec, 'id') === 'most-zapped' ? 'satszapped' : 'score';
  return rankedNotes(atMost(asked, MOST_RANKED), { rank, createdAfter, kind });
}

/** Specs of articles. */
async function reads(asked: FeedRequest, spec: Payload): Promise<Resolved> {
  const { viewer } = asked.view;
  const minWords = countOf(spec, 'minwords', 100);
  const scope = textOf(spec, 'scope');
  const topic = textOf(spec, 'topic');
  if (scope === 'zappedbyfollows')
    return {
      page: await articleFeed(asked, { pubkey: viewer, notes: 'zappedbyfollows', minWords }),
    };
  if (scope === 'follows')
    return search(asked, `kind:${KIND.LongForm} scope:myfollows minwords:${minWords}`);
  if (scope !== undefined)
    return search(asked, `kind:${KIND.LongForm} scope:myfollowsinteractions minwords:${minWords}`);
  if (topic !== undefined)
    return { page: await articleFeed(asked, { notes: '', topic, minWords }) };
  const notes = textOf(spec, 'notes') ?? 'follows';
  return {
    page: await articleFeed(asked, {
      pubkey: hexOf(spec, 'pubkey'),
      notes,
      curation: textOf(spec, 'curation'),
      minWords,
    }),
  };
}

/** Directives of old clients: `global;trending`, `search;text`, a bare key ... */
export async function resolveDirective(
  asked: FeedRequest,
  directive: string,
  includeReplies: boolean,
): Promise<Resolved> {
  const at = directive.indexOf(';');
  const head = at < 0 ? directive : directive.slice(0, at);
  const rest = at < 0 ? '' : directive.slice(at + 1);
  if (at < 0 && isHex64(head))
    return {
      page: await accountFeed(asked, {
        pubkey: head,
        notes: 'follows',
        includeReplies,
        kinds: undefined,
      }),
    };
  if (head === 'search') return search(asked, rest);
  if (isHex64(rest)) return ofAccount(asked, head, rest);
  return isTimeframe(rest) ? await legacy(asked, head, rest) : await legacy(asked, rest, head);
}

async function ofAccount(asked: FeedRequest, what: string, pubkey: string): Promise<Resolved> {
  const feed = { pubkey, kinds: undefined, includeReplies: false };
  switch (what) {
    case 'authored':
    case 'bookmarks':
      return { page: await accountFeed(asked, { ...feed, notes: what }) };
    case 'authoredreplies':
      return { page: await accountFeed(asked, { ...feed, notes: 'replies' }) };
    case 'withreplies':
      return {
        page: await accountFeed(asked, { ...feed, notes: 'follows', includeReplies: true }),
      };
    default:
      return undefined;
  }
}

/**
 * Resolve a scope and a timeframe. `latest;following` and the like are names from the product's
 * documents (FEED-12).
 */
async function legacy(asked: FeedRequest, scope: string, timeframe: string): Promise<Resolved> {
  const hours = timeframe === 'mostzapped4h' ? 4 : 24;
  const page = await explore(atMost(asked, MOST_RANKED), {
    timeframe: timeframe === 'mostzapped4h' ? 'mostzapped' : timeframe,
    scope: scope === 'following' ? 'follows' : scope,
    createdAfter: minus(asked.context.store.now(), seconds(hours * HOUR)),
  });
  return page && { page };
}

function isTimeframe(text: string): boolean {
  return (
    text === 'latest' ||
    text === 'popular' ||
    text === 'trending' ||
    text === 'mostzapped' ||
    text === 'mostzapped4h'
  );
}

async function search(asked: FeedRequest, query: string): Promise<Resolved> {
  return { page: await searchFeed(atMost(asked, MOST_SEARCHED), query) };
}

function atMost(asked: FeedRequest, limit: number): FeedRequest {
  return { ...asked, page: { ...asked.page, limit: Math.min(asked.page.limit, limit) } };
}
