import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { type Counts, emptyCounts } from '../../store/reading/scores.ts';
import type { Reference } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { type Result, synthetic } from '../results.ts';

const NO_VOTES: ReadonlyMap<string, string> = new Map();

/**
 * Return the targets of each event: its id, and for an article also its address and all version
 * ids. The map leads from target to the id of its event.
 */
export async function targetsOf(
  store: Store,
  events: readonly StoredEvent[],
): Promise<Map<string, string>> {
  const targets = new Map(events.map(({ id }) => [id, id]));
  const articles = events.filter(({ kind }) => kind >= 30_000 && kind < 40_000);
  if (articles.length === 0) return targets;
  for (const { id, address, version } of await store.namesOf(
    articles.map((article) => article.id),
  )) {
    targets.set(address, id);
    if (!targets.has(version)) targets.set(version, id);
  }
  return targets;
}

/**
 * Return the counts of every event (10000100). Quotes count as reposts, and articles have no score.
 */
export async function statResults(
  store: Store,
  events: readonly StoredEvent[],
  targets: ReadonlyMap<string, string>,
): Promise<Result[]> {
  const [parts, bookmarks] = await Promise.all([
    store.countsOfTargets([...targets.keys()]),
    store.bookmarkCounts(targets),
  ]);
  const counts = new Map<string, Counts>();
  for (const [target, part] of parts) {
    const id = targets.get(target) ?? '';
    counts.set(id, added(counts.get(id) ?? emptyCounts(), part));
  }
  return events.map(({ id, kind }) =>
    synthetic(RESULT.NoteStats, {
      ...statContent(id, kind, counts.get(id) ?? emptyCounts()),
      bookmarks: bookmarks.get(id) ?? 0,
    }),
  );
}

/**
 * Return the viewer's actions on each event, without events that have none (10000115). `votes`:
 * their choices in polls, by poll.
 */
export async function actionResults(
  store: Store,
  viewer: string | undefined,
  targets: ReadonlyMap<string, string>,
  votes: ReadonlyMap<string, string> = NO_VOTES,
): Promise<Result[]> {
  if (viewer === undefined) return [];
  const deeds = new Map<string, Set<Reference>>();
  for (const { target, as } of await store.actionsOf(viewer, [...targets.keys()])) {
    const id = targets.get(target) ?? '';
    deeds.set(id, (deeds.get(id) ?? new Set<Reference>()).add(as));
  }
  for (const id of votes.keys()) deeds.set(id, deeds.get(id) ?? new Set<Reference>());
  return [...deeds].map(([id, types]) =>
    synthetic(RESULT.NoteActions, {
      event_id: id,
      replied: types.has('reply'),
      liked: types.has('like'),
      reposted: types.has('repost'),
      zapped: types.has('zap'),
      voted_for_option: votes.get(id) ?? null,
    }),
  );
}

/** Words of articles (10000144). */
export async function wordResults(store: Store, events: readonly StoredEvent[]): Promise<Result[]> {
  const articles = events.filter(({ kind }) => kind === KIND.LongForm);
  if (articles.length === 0) return [];
  return (await store.wordsOf(articles.map(({ id }) => id))).map(({ id, words }) =>
    synthetic(RESULT.WordCount, { event_id: id, words }),
  );
}

function statContent(id: string, kind: number, counts: Counts) {
  const { likes, replies, reposts, quotes, zaps, satszapped, score, score24h } = counts;
  const scores = kind === KIND.LongForm ? { score: 0, score24h: 0 } : { score, score24h };
  return {
    event_id: id,
    likes,
    replies,
    mentions: 0,
    reposts: reposts + quotes,
    zaps,
    satszapped,
    ...scores,
  };
}

function added(one: Counts, other: Counts): Counts {
  return {
    likes: one.likes + other.likes,
    replies: one.replies + other.replies,
    reposts: one.reposts + other.reposts,
    quotes: one.quotes + other.quotes,
    zaps: one.zaps + other.zaps,
    satszapped: one.satszapped + other.satszapped,
    score: one.score + other.score,
    score24h: one.score24h + other.score24h,
  };
}
