import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { minus, seconds } from '../../../src/events/core/time.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { linkResults } from '../results/media-results.ts';
import { countOf, type Payload, requiredHex, textOf } from '../payload.ts';
import { claimsAbout, profilesOf } from '../results/profile-results.ts';
import { parsed, peopleIn, quotedPosts, referencedBy } from '../results/referenced-events.ts';
import { type Result, synthetic, wrapped } from '../results.ts';
import { statResults, targetsOf } from '../results/stat-results.ts';
import { visibleTo } from '../results/visibility.ts';

const HOUR = 3_600;
const SHOWN = 24;
const LOOKED_AT = 80;
/** Maximum number of drafts that are read for counting. */
const MOST_DRAFTS = 1_000;
const GREETINGS: readonly string[] = ['gm', 'good morning'];

/**
 * Return the notes of a sidebar: trending or most zapped of 1, 4, 12 or 24 hours. No counts, no
 * RANGE, order of arrival.
 */
export async function scored(context: CacheContext, payload: Payload): Promise<Result[]> {
  const selector = readSelector(textOf(payload, 'selector') ?? '');
  if (!selector) return [];
  const { store } = context;
  const { viewer } = await viewOf(context, payload);
  const ranked = (
    await store.rankingOf({
      rank: selector.rank,
      createdAfter: minus(store.now(), seconds(selector.hours * HOUR)),
    })
  ).slice(0, LOOKED_AT);
  const wanted = (await store.events(ranked.map(({ id }) => id))).filter(selector.wants);
  const keep = await visibleTo(store, viewer, 'trending');
  const notes = (keep ? await keep(wanted) : wanted).slice(0, SHOWN).map(parsed);
  const referenced = await referencedBy(store, notes, async () => keep);
  const all = [...notes, ...referenced];
  const people = [
    ...new Set(all.flatMap(({ stored, event }) => [stored.pubkey, ...peopleIn(event)])),
  ];
  const profiles = await profilesOf(store, people);
  return [
    ...notes.map(({ stored }) => stored.raw),
    ...[...quotedPosts(notes, all), ...referenced].map(({ stored }) => wrapped(stored)),
    ...profiles.map(({ raw }) => raw),
    ...(await linkResults(context, [...all.map(({ stored }) => stored), ...profiles])).filter(
      isMedia,
    ),
    ...(await claimsAbout(store, people)).slice(1),
  ];
}

/** One 10000101. */
export async function networkStats({ store }: CacheContext): Promise<Result[]> {
  return [synthetic(RESULT.NetStats, await store.netTotals())];
}

/** Return the sizes of an account's networks. */
export async function legendCounts({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const { follows, inner, outer } = await store.circlesOf(pubkey);
  const { users } = await store.netTotals();
  const content = {
    your_follows: follows,
    your_inner_network: inner,
    your_outer_network: outer,
    all_users: users,
  };
  return [synthetic(RESULT.LegendCounts, content, { pubkey })];
}

/** Return an object without a kind. */
export function serverName({ options }: CacheContext): Result[] {
  return [JSON.stringify({ content: `starling ${options.version ?? ''}`.trim() })];
}

/** Return the number of an account's articles and drafts, and their sats. */
export async function articlesStats({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const kind = String(countOf(payload, 'kind', KIND.LongForm));
  const drafts = (await store.eventsOfAccount(pubkey, [KIND.Draft], 0, MOST_DRAFTS)).filter(
    (draft) => parseStored(draft).tags.some((tag) => tag[1] === kind),
  );
  const { articles, satszapped } = await store.articleTotalsOf(pubkey);
  return [synthetic(RESULT.ArticlesStats, { articles, drafts: drafts.length, satszapped })];
}

/** Return an account's best article by `satszapped` or by all `interactions`. */
export async function topArticle({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  const by = textOf(payload, 'by');
  if (by !== 'satszapped' && by !== 'interactions') return [];
  const best = await store.bestArticleOf(requiredHex(payload, 'pubkey'), by);
  const articles = best ? [best] : [];
  return [
    ...articles.map(({ raw }) => raw),
    ...(await statResults(store, articles, await targetsOf(store, articles))),
  ];
}

interface Selector {
  readonly rank: 'score' | 'satszapped';
  readonly hours: number;
  readonly wants: (note: StoredEvent) => boolean;
}

/**
 * `trending_`, `classic_trending_`, `gm_trending_`, `mostzapped_` with `24h`, `12h`, `4h`, `1h`.
 */
function readSelector(text: string): Selector | undefined {
  const at = text.lastIndexOf('_');
  const hours = new Map([
    ['24h', 24],
    ['12h', 12],
    ['4h', 4],
    ['1h', 1],
  ]).get(text.slice(at + 1));
  if (hours === undefined) return undefined;
  switch (text.slice(0, at)) {
    case 'trending':
      return { rank: 'score', hours, wants: (note) => !isGreeting(note) };
    case 'classic_trending':
      return { rank: 'score', hours, wants: () => true };
    case 'gm_trending':
      return { rank: 'score', hours, wants: isGreeting };
    case 'mostzapped':
      return { rank: 'satszapped', hours, wants: () => true };
    default:
      return undefined;
  }
}

function isGreeting(note: StoredEvent): boolean {
  const words = parseStored(note).content.trim().toLowerCase();
  return GREETINGS.some(
    (greeting) => words.startsWith(greeting) && !isLetter(words.charAt(greeting.length)),
  );
}

function isLetter(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase();
}

function isMedia(result: Result): boolean {
  return result.startsWith(`{"kind":${RESULT.MediaInfo},`);
}
