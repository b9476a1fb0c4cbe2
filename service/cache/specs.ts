import { isRecord, parseJson } from '../../src/events/json.ts';
import { KIND } from '../../src/events/kinds.ts';
import { articleFeed } from './feeds-articles.ts';
import { accountFeed, allNotes, latestNotes, mutedThreads } from './feeds-notes.ts';
import { explore, rankedNotes } from './feeds-ranked.ts';
import type { Asked } from './feeds.ts';
import { countOf, flagOf, hexOf, isHex64, kindsOf, type Payload, Refusal, requiredHex, textOf } from './payload.ts';
import type { Page } from './range.ts';
import { searchFeed } from './search.ts';

/** What a spec names, other than an ordered list of posts: the verb that answers it. */
export type Resolved = { readonly page: Page } | { readonly verb: 'explore_zaps' } | undefined;

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

/** Reads a feed's spec: the JSON of one object (12.1). */
export function readSpec(text: string | undefined): Payload {
  const spec = text === undefined ? undefined : parseJson(text);
  if (!isRecord(spec)) throw new Refusal('invalid spec format');
  return spec;
}

/** The page of the feed that a spec describes (12.2); undefined for one that this service does not know. `kinds` narrows it. */
export function resolveSpec(asked: Asked, spec: Payload, kinds = kindsOf(spec)): Resolved {
  const id = textOf(spec, 'id') ?? '';
  const kind = textOf(spec, 'kind');
  if (textOf(spec, 'dvm_pubkey') !== undefined && textOf(spec, 'dvm_id') !== undefined) return undefined;
  if (id === 'nostr-reads-feed') return search(asked, READS);
  if (id === 'advsearch') return search(asked, textOf(spec, 'query') ?? '');
  if (id.startsWith(TOPIC_ID)) return { page: articleFeed(asked, { notes: '', topic: id.slice(TOPIC_ID.length), minWords: 0 }) };
  if (kind === 'reads' || id === 'reads-feed') return reads(asked, spec);
  if (id === 'explore-media') return search(asked, EXPLORE_MEDIA);
  if (id === 'explore-zaps') return { verb: 'explore_zaps' };
  if (id === 'hall-of-fame-notes') return { page: rankedNotes(atMost(asked, MOST_RANKED), { rank: 'score', createdAfter: 0 }) };
  return notes(asked, spec, id, kinds);
}

function notes(asked: Asked, spec: Payload, id: string, kinds: readonly number[] | undefined): Resolved {
  const query = SEARCHES.get(id);
  if (query !== undefined) return search(asked, query);
  switch (id) {
    case 'latest':
      return { page: latestNotes(asked, flagOf(spec, 'include_replies', false), kinds) };
    case 'all-notes':
      return { page: allNotes(asked, kinds) };
    case 'global-trending':
    case 'most-zapped':
      return { page: ranked(asked, spec, kinds?.[0]) };
    case 'feed':
      return { page: account(asked, spec, kinds) };
    case 'search':
      return search(asked, textOf(spec, 'query') ?? '');
    case 'muted-threads':
      return { page: mutedThreads(asked) };
    case 'important-notes-i-might-have-missed':
      return legacy(asked, 'follows', 'trending');
    default:
      return undefined;
  }
}

function account(asked: Asked, spec: Payload, kinds: readonly number[] | undefined): Page {
  const pubkey = requiredHex(spec, 'pubkey');
  return accountFeed(asked, {
    pubkey,
    notes: textOf(spec, 'notes') ?? 'follows',
    includeReplies: flagOf(spec, 'include_replies', false),
    kinds,
  });
}

function ranked(asked: Asked, spec: Payload, kind: number | undefined): Page {
  const hours = Math.min(MOST_HOURS, countOf(spec, 'hours', 24));
  const createdAfter = asked.context.store.now() - hours * HOUR;
  const rank = textOf(spec, 'id') === 'most-zapped' ? 'satszapped' : 'score';
  return rankedNotes(atMost(asked, MOST_RANKED), { rank, createdAfter, kind });
}

/** Specs of articles (12.3). */
function reads(asked: Asked, spec: Payload): Resolved {
  const { viewer } = asked.view;
  const minWords = countOf(spec, 'minwords', 100);
  const scope = textOf(spec, 'scope');
  const topic = textOf(spec, 'topic');
  if (scope === 'zappedbyfollows') return { page: articleFeed(asked, { pubkey: viewer, notes: 'zappedbyfollows', minWords }) };
  if (scope === 'follows') return search(asked, `kind:${KIND.LongForm} scope:myfollows minwords:${minWords}`);
  if (scope !== undefined) return search(asked, `kind:${KIND.LongForm} scope:myfollowsinteractions minwords:${minWords}`);
  if (topic !== undefined) return { page: articleFeed(asked, { notes: '', topic, minWords }) };
  const notes = textOf(spec, 'notes') ?? 'follows';
  return { page: articleFeed(asked, { pubkey: hexOf(spec, 'pubkey'), notes, curation: textOf(spec, 'curation'), minWords }) };
}

/** Directives of old clients (12.6): `global;trending`, `search;text`, a bare key ... */
export function resolveDirective(asked: Asked, directive: string, includeReplies: boolean): Resolved {
  const at = directive.indexOf(';');
  const head = at < 0 ? directive : directive.slice(0, at);
  const rest = at < 0 ? '' : directive.slice(at + 1);
  if (at < 0 && isHex64(head)) return { page: accountFeed(asked, { pubkey: head, notes: 'follows', includeReplies, kinds: undefined }) };
  if (head === 'search') return search(asked, rest);
  if (isHex64(rest)) return ofAccount(asked, head, rest);
  return isTimeframe(rest) ? legacy(asked, head, rest) : legacy(asked, rest, head);
}

function ofAccount(asked: Asked, what: string, pubkey: string): Resolved {
  const feed = { pubkey, kinds: undefined, includeReplies: false };
  switch (what) {
    case 'authored':
    case 'bookmarks':
      return { page: accountFeed(asked, { ...feed, notes: what }) };
    case 'authoredreplies':
      return { page: accountFeed(asked, { ...feed, notes: 'replies' }) };
    case 'withreplies':
      return { page: accountFeed(asked, { ...feed, notes: 'follows', includeReplies: true }) };
    default:
      return undefined;
  }
}

/** A scope and a timeframe; `latest;following` and the like are what the product's documents call them (FEED-12). */
function legacy(asked: Asked, scope: string, timeframe: string): Resolved {
  const hours = timeframe === 'mostzapped4h' ? 4 : 24;
  const page = explore(atMost(asked, MOST_RANKED), {
    timeframe: timeframe === 'mostzapped4h' ? 'mostzapped' : timeframe,
    scope: scope === 'following' ? 'follows' : scope,
    createdAfter: asked.context.store.now() - hours * HOUR,
  });
  return page && { page };
}

function isTimeframe(text: string): boolean {
  return text === 'latest' || text === 'popular' || text === 'trending' || text === 'mostzapped' || text === 'mostzapped4h';
}

function search(asked: Asked, query: string): Resolved {
  return { page: searchFeed(atMost(asked, MOST_SEARCHED), query) };
}

function atMost(asked: Asked, limit: number): Asked {
  return { ...asked, page: { ...asked.page, limit: Math.min(asked.page.limit, limit) } };
}
