import type { Claim } from '../../connection/claims.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import { inSeconds, minus, seconds, type Seconds } from '../../core/time.ts';
import { type FeedItem, type Page, rangeOf } from '../../facts/feed-items.ts';

/** EXPLORE-01. */
export const EXPLORE_TABS = ['feeds', 'people', 'zaps', 'media', 'topics'] as const;
export type ExploreTab = (typeof EXPLORE_TABS)[number];

/** EXPLORE-04: the authors and the selection of notes. The first of each is the default. */
export const SCOPES = ['global', 'network', 'tribe', 'follows'] as const;
export const TIMEFRAMES = ['latest', 'trending', 'popular', 'mostzapped', 'mostzapped4h'] as const;
export type Scope = (typeof SCOPES)[number];
type Timeframe = (typeof TIMEFRAMES)[number];

export interface Explored {
  readonly scope: Scope;
  readonly timeframe: Timeframe;
}

export const DEFAULT_EXPLORED: Explored = { scope: SCOPES[0], timeframe: TIMEFRAMES[0] };

const HOUR = 3_600;
/** Age limit of notes in hours. Other timeframes have none. */
const HOURS: Partial<Record<Timeframe, number>> = { trending: 24, mostzapped: 24, mostzapped4h: 4 };
const LONGEST_TOPIC = 100;
const MOST_TOPICS = 500;

/** Read `<scope>;<timeframe>` from an address. `undefined` if it is malformed. */
export function readExplored(text: string): Explored | undefined {
  const [first = '', second = '', ...more] = text.split(';');
  const scope = SCOPES.find((one) => one === first);
  const timeframe = TIMEFRAMES.find((one) => one === second);
  return scope && timeframe && more.length === 0 ? { scope, timeframe } : undefined;
}

/**
 * Return the query for one page of notes by scope and timeframe. `now`: the end of the timeframe.
 */
export function exploreQuery({ scope, timeframe }: Explored, now: Seconds): CacheQuery {
  const hours = HOURS[timeframe];
  return query('explore', {
    scope,
    timeframe: timeframe === 'mostzapped4h' ? 'mostzapped' : timeframe,
    created_after: hours === undefined ? undefined : inSeconds(minus(now, seconds(hours * HOUR))),
  });
}

/** Recently gained followers, their share of all, and all (NOTE-22). */
interface Gain {
  readonly increase: number;
  readonly ratio: number;
  readonly count: number;
}

/** A person of the list, with their gained followers. */
export interface PersonItem extends FeedItem {
  readonly gain?: Gain;
}

/**
 * Return the people of one page of `explore_people`, in its order. `undefined` for an empty page:
 * there are no more.
 */
export function peopleItems({ claims }: Pick<Page, 'claims'>): readonly PersonItem[] | undefined {
  const elements = rangeOf(claims)?.elements ?? [];
  const gains = contentsOf(claims, RESULT.UserFollowerIncreases).find(isRecord);
  if (elements.length === 0) return undefined;
  return elements.map((id): PersonItem => {
    const gain = gainOf(gains && field(gains, id));
    return gain ? { id, reposts: [], gain } : { id, reposts: [] };
  });
}

function gainOf(value: unknown): Gain | undefined {
  if (!isRecord(value)) return undefined;
  const [increase, ratio, count] = ['increase', 'ratio', 'count'].map((name) => field(value, name));
  return isNumber(increase) && isNumber(ratio) && isNumber(count)
    ? { increase, ratio, count }
    : undefined;
}

/** Return the first people, as stored on the device until the next query (STATE-02). */
export function peopleToKeep(items: readonly PersonItem[]) {
  return {
    people: items.slice(0, MOST_KEPT_PEOPLE).map(({ id, gain }) => (gain ? { id, gain } : { id })),
  };
}

/** Read the stored people. Malformed ones are left out. */
export function keptPeople(kept: unknown): readonly PersonItem[] {
  const rows: unknown = isRecord(kept) ? field(kept, 'people') : undefined;
  if (!Array.isArray(rows)) return [];
  const list: readonly unknown[] = rows.slice(0, MOST_KEPT_PEOPLE);
  return list.filter(isRecord).flatMap((row): readonly PersonItem[] => {
    const id = field(row, 'id');
    if (typeof id !== 'string' || !isHex(id, 64)) return [];
    const gain = gainOf(field(row, 'gain'));
    return [gain ? { id, reposts: [], gain } : { id, reposts: [] }];
  });
}
const MOST_KEPT_PEOPLE = 20;

/**
 * Return the receipts of one page of `explore_zaps`, only those of notes and articles. `undefined`
 * if the page has none at all.
 */
export function zapItems({
  events,
  referenced,
  claims,
}: Pick<Page, 'events' | 'referenced' | 'claims'>): readonly FeedItem[] | undefined {
  const all = new Map([...referenced, ...events].map((event) => [event.id, event]));
  const elements = rangeOf(claims)?.elements ?? [];
  if (elements.length === 0) return undefined;
  return elements.flatMap((id): readonly FeedItem[] => {
    const receipt = all.get(id);
    return receipt?.kind === KIND.Zap && isOfText(receipt, all) ? [{ id, reposts: [] }] : [];
  });
}

function isOfText(receipt: SignedEvent, all: ReadonlyMap<string, SignedEvent>): boolean {
  const zapped = all.get(tagValue(receipt, 'e') ?? '')?.kind;
  return (
    zapped === KIND.Text ||
    zapped === KIND.LongForm ||
    (tagValue(receipt, 'a') ?? '').startsWith(`${KIND.LongForm}:`)
  );
}

export interface Topic {
  readonly topic: string;
  readonly uses: number;
}

/** Return the hashtags and their uses in the answer to `explore_topics`, most used first. */
export function exploredTopics(claims: readonly Claim[]): readonly Topic[] {
  const content = contentsOf(claims, RESULT.Topics).find(isRecord);
  const topics = Object.entries(content ?? {}).flatMap(([name, uses]): readonly Topic[] => {
    const topic = clipLine(name, LONGEST_TOPIC);
    return topic !== '' && isNumber(uses) ? [{ topic, uses }] : [];
  });
  return topics
    .toSorted((a, b) => b.uses - a.uses || (a.topic < b.topic ? -1 : 1))
    .slice(0, MOST_TOPICS);
}

/** Return the most used topics, as stored on the device until the next query (STATE-02). */
export function topicsToKeep(topics: readonly Topic[]): {
  readonly topics: ReadonlyArray<readonly [topic: string, uses: number]>;
} {
  return { topics: topics.slice(0, MOST_KEPT).map(({ topic, uses }) => [topic, uses]) };
}

/** Read the stored topics. Malformed ones are left out. */
export function keptTopics(kept: unknown): readonly Topic[] {
  const rows: unknown = isRecord(kept) ? field(kept, 'topics') : undefined;
  if (!Array.isArray(rows)) return [];
  const list: readonly unknown[] = rows.slice(0, MOST_KEPT);
  return list.flatMap((row): readonly Topic[] => {
    const [name, uses]: readonly unknown[] = Array.isArray(row) ? row : [];
    const topic = typeof name === 'string' ? clipLine(name, LONGEST_TOPIC) : '';
    return topic !== '' && isNumber(uses) ? [{ topic, uses }] : [];
  });
}
const MOST_KEPT = 60;

/** Return the weight of a topic among the shown ones: 1 for the most used. */
export function weightOf(uses: number, most: number): 1 | 2 | 3 {
  return uses * 2 >= most ? 1 : uses * 6 >= most ? 2 : 3;
}
