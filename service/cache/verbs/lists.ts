import { parseAddress } from '../../../src/events/nostr/address.ts';
import { tagValue } from '../../../src/events/nostr/event.ts';
import type { FeedEntry } from '../../../src/events/connection/claims.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { naddrOf } from '../../../src/events/nostr/nip19.ts';
import { relayKey, safeRelayUrl } from '../../../src/events/core/url.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { Store } from '../../store/store.ts';
import { parseStored } from '../../store/stored-event.ts';
import { cachedFor } from '../../cached.ts';
import { type CacheContext, defaultPubkey } from '../cache-context.ts';
import {
  DEFAULT_HOME_FEEDS,
  DEFAULT_READS_FEEDS,
} from '../../../src/events/reading/feed/default-feeds.ts';
import { ENDLESS } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';

const MOST_TOPICS = 24;
const MOST_AUTHORS = 20;
const MOST_READS = 3;
const MOST_BEST = 30;
const MOST_RELAYS = 10;
/** Accounts that list a recommended relay. */
const FEWEST_ACCOUNTS = 3;
const MOST_LOOKED_AT = 200;

const texts = cachedFor<Promise<readonly string[]>>(seconds(60));

export function homeFeeds(): Result[] {
  return [synthetic(RESULT.HomeFeeds, DEFAULT_HOME_FEEDS)];
}

export async function readsFeeds(context: CacheContext): Promise<Result[]> {
  return [synthetic(RESULT.ReadsFeeds, await readsFeedList(context))];
}

/** Return the fixed feeds, and one for each of the most used topics. */
export async function readsFeedList({ store }: CacheContext): Promise<FeedEntry[]> {
  const topics = (await topicsOf(store)).slice(0, 6);
  const entries = topics.map((topic) => ({
    name: `${topic.charAt(0).toUpperCase()}${topic.slice(1)} Reads`,
    spec: JSON.stringify({ kind: 'reads', topic }),
    feedkind: 'primal' as const,
    enabled: true,
    description: `${topic}-related long form notes`,
  }));
  return [...DEFAULT_READS_FEEDS, ...entries];
}

/** Return topics of articles, most used first. */
export async function readsTopics({ store }: CacheContext): Promise<Result[]> {
  return [synthetic(RESULT.ReadsTopics, await topicsOf(store))];
}

/** Authors of articles, the best followed first. */
export async function featuredAuthors({ store }: CacheContext): Promise<Result[]> {
  return [
    synthetic(
      RESULT.FeaturedAuthors,
      await texts(store, 'authors', () => store.authorsOfArticles(MOST_AUTHORS)),
    ),
  ];
}

/** Return three random articles from the default account's list, else from the best zapped ones. */
export async function recommendedReads(context: CacheContext): Promise<Result[]> {
  const { store } = context;
  const addresses = [...(await texts(store, 'reads', () => readable(context)))];
  const chosen = Array.from({ length: Math.min(MOST_READS, addresses.length) }, () => {
    const [address = ''] = addresses.splice(Math.floor(Math.random() * addresses.length), 1);
    return address;
  });
  const reads: string[][] = [];
  for (const address of chosen) {
    const parts = parseAddress(address);
    const naddr = parts && naddrOf(parts);
    const article = await store.latest(address);
    if (naddr && article) reads.push([naddr, tagValue(parseStored(article), 'title') ?? '']);
  }
  return [synthetic(RESULT.RecommendedReads, { reads })];
}

/**
 * Return this service's relay, those that it mirrors, then those that most accounts list. A relay
 * in one list may not exist.
 */
export async function defaultRelays({ store, options }: CacheContext): Promise<Result[]> {
  const own = options.origin === undefined ? [] : [options.origin.replace('http', 'ws')];
  const mirrored = options.mirrored ?? [];
  const used = await texts(store, 'relays', () =>
    store.relaysInLists(FEWEST_ACCOUNTS, MOST_RELAYS * 3),
  );
  const others = [...mirrored, ...used].flatMap((url) => safeRelayUrl(url) ?? []);
  const relays = new Map<string, string>();
  for (const url of [...own, ...others])
    if (!relays.has(relayKey(url))) relays.set(relayKey(url), url);
  return [synthetic(RESULT.DefaultRelays, [...relays.values()].slice(0, MOST_RELAYS))];
}

/** The media server at this origin, if the address is known. */
export function blossomServers({ options }: CacheContext): Result[] {
  return [synthetic(RESULT.BlossomServers, options.origin === undefined ? null : [options.origin])];
}

/** Only releases that the operator announces (MEMBER-04): this service has no apps of its own. */
export function appReleases({ options }: CacheContext): Result[] {
  return [synthetic(RESULT.Releases, options.releases ?? {})];
}

/** Topics of recent articles, most used first. */
function topicsOf(store: Store): Promise<readonly string[]> {
  return texts(store, 'topics', async () =>
    (await store.topicsOfArticles(MOST_LOOKED_AT)).slice(0, MOST_TOPICS),
  );
}

/**
 * Return addresses of the articles on the default account's newest list, else of those with most
 * sats.
 */
async function readable(context: CacheContext): Promise<string[]> {
  const { store } = context;
  const [list] = await store.newestOf(
    (await defaultPubkey(context)) ?? '',
    [KIND.CurationSet],
    { since: 0, until: ENDLESS },
    1,
  );
  const curated = list ? parseStored(list).tags : [];
  const chosen = curated.flatMap(([name, value]) =>
    name === 'a' && value !== undefined ? [value] : [],
  );
  if (chosen.length >= MOST_READS) return chosen;
  return store.bestZappedArticles(MOST_BEST);
}
