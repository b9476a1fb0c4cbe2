import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';
import type { FeedSpec } from './feed-spec.ts';

const TRENDING: FeedSpec = { id: 'global-trending', kind: 'notes', hours: 24 };
const MOST_ZAPPED: FeedSpec = { id: 'most-zapped', kind: 'notes', hours: 24 };
const MOST_ZAPPED_4H: FeedSpec = { id: 'most-zapped', kind: 'notes', hours: 4 };

/** Feeds of all authors, by timeframe. */
const GLOBAL: ReadonlyMap<string, FeedSpec> = new Map([
  ['latest', { id: 'all-notes', kind: 'notes' }],
  ['trending', TRENDING],
  ['popular', { id: 'hall-of-fame-notes' }],
  ['mostzapped', MOST_ZAPPED],
  ['mostzapped4h', MOST_ZAPPED_4H],
]);

/** The same timeframes as search terms, for a smaller group of authors. */
const SEARCHES: ReadonlyMap<string, string> = new Map([
  ['latest', ''],
  ['trending', ' since:yesterday orderby:score'],
  ['popular', ' orderby:score'],
  ['mostzapped', ' since:yesterday orderby:satszapped'],
  ['mostzapped4h', ' since:last4h orderby:satszapped'],
]);

const SCOPES: ReadonlyMap<string, string> = new Map([
  ['follows', 'myfollows'],
  ['following', 'myfollows'],
  ['tribe', 'mynetwork'],
  ['network', 'mynetwork'],
]);

/**
 * Return the spec for an id of an old client (FEED-12): a public key, `<scope>;<timeframe>` or the
 * reverse, `search;<text>`, `authored;<key>`, `authoredreplies;<key>`, `withreplies;<key>`,
 * `bookmarks;<key>`. `undefined` for any other text.
 */
export function legacySpec(id: string, includeReplies = false): FeedSpec | undefined {
  if (isHex(id, 64)) return followsOf(id, includeReplies);
  const semicolon = id.indexOf(';');
  if (semicolon < 0) return undefined;
  const head = id.slice(0, semicolon);
  const rest = id.slice(semicolon + 1);
  if (head === 'search') return { id: 'advsearch', query: rest };
  return isHex(rest, 64)
    ? ofAccount(head, rest)
    : (scoped(head, rest, includeReplies) ?? scoped(rest, head, includeReplies));
}

/** Like `legacySpec`, for the form `["verb", {...}]`. */
export function legacyArray(value: readonly unknown[]): FeedSpec | undefined {
  const [verb, payload] = value;
  const given = isRecord(payload) ? payload : {};
  const text = (key: string): string => {
    const found = field(given, key);
    return typeof found === 'string' ? found : '';
  };
  switch (verb) {
    case 'search':
    case 'advanced_search':
      return text('query') === '' ? undefined : { id: 'advsearch', query: text('query') };
    case 'explore':
      return scoped(text('scope'), text('timeframe'), false);
    case 'explore_global_trending_24h':
      return TRENDING;
    case 'explore_global_mostzapped_4h':
      return MOST_ZAPPED_4H;
    case 'feed':
      return { id: 'feed', kind: 'notes', ...given };
    default:
      return undefined;
  }
}

function followsOf(pubkey: string, includeReplies: boolean): FeedSpec {
  return includeReplies
    ? { id: 'feed', include_replies: true, kind: 'notes', pubkey }
    : { id: 'feed', kind: 'notes', pubkey };
}

function ofAccount(what: string, pubkey: string): FeedSpec | undefined {
  switch (what) {
    case 'authored':
    case 'bookmarks':
      return { id: 'feed', kind: 'notes', notes: what, pubkey };
    case 'authoredreplies':
      return { id: 'feed', kind: 'notes', notes: 'replies', pubkey };
    case 'withreplies':
      return followsOf(pubkey, true);
    default:
      return undefined;
  }
}

function scoped(scope: string, timeframe: string, includeReplies: boolean): FeedSpec | undefined {
  if (scope === 'global') return GLOBAL.get(timeframe);
  const people = SCOPES.get(scope);
  const search = SEARCHES.get(timeframe);
  if (people === undefined || search === undefined) return undefined;
  if (timeframe !== 'latest' || people !== 'myfollows')
    return { id: 'advsearch', query: `kind:1 scope:${people}${search}` };
  return includeReplies
    ? { id: 'latest', include_replies: true, kind: 'notes' }
    : { id: 'latest', kind: 'notes' };
}
