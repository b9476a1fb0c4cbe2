import { KIND, RESULT } from '../../src/events/kinds.ts';
import { bookmarkCounts } from '../store/bookmarks.ts';
import { int, text } from '../store/row.ts';
import { REF } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { StoredEvent } from '../store/stored.ts';
import { type Result, synthetic } from './results.ts';

const COUNTERS = ['likes', 'replies', 'reposts', 'quotes', 'zaps', 'satszapped', 'score', 'score24h'] as const;
type Counts = Record<(typeof COUNTERS)[number], number>;

/**
 * What counts for each event: its id; for an article also its address and the ids of all its versions (16.2).
 * Gives target -> ids of the events it counts for.
 */
export function targetsOf(store: Store, events: readonly StoredEvent[]): Map<string, string> {
  const targets = new Map(events.map(({ id }) => [id, id]));
  const articles = events.filter(({ kind }) => kind >= 30_000 && kind < 40_000);
  if (articles.length === 0) return targets;
  const sql = `select a.id as id, a.address as address, v.id as version from events a join events v on v.address = a.address
    where a.id in (select value from json_each(?)) and a.address is not null and v.address is not null`;
  const rows = store.all(
    sql,
    [JSON.stringify(articles.map(({ id }) => id))],
    (row) => [text(row, 'id'), text(row, 'address'), text(row, 'version')] as const,
  );
  for (const [id, address, version] of rows) {
    targets.set(address, id);
    if (!targets.has(version)) targets.set(version, id);
  }
  return targets;
}

/** Counts of every event (10000100). Quotes count as reposts; articles have no score (3.2). */
export function statResults(store: Store, events: readonly StoredEvent[], targets: ReadonlyMap<string, string>): Result[] {
  const counts = new Map<string, Counts>();
  const sql = `select target, ${COUNTERS.join(', ')} from stats where target in (select value from json_each(?))`;
  for (const row of store.all(sql, [JSON.stringify([...targets.keys()])], (each) => each)) {
    const id = targets.get(text(row, 'target')) ?? '';
    const sum = counts.get(id) ?? emptyCounts();
    for (const name of COUNTERS) sum[name] += int(row, name);
    counts.set(id, sum);
  }
  const bookmarks = bookmarkCounts(store, targets);
  return events.map(({ id, kind }) =>
    synthetic(RESULT.NoteStats, { ...statContent(id, kind, counts.get(id) ?? emptyCounts()), bookmarks: bookmarks.get(id) ?? 0 }),
  );
}

/** What the viewer did to each event; events without a deed of theirs are left out (10000115). */
export function actionResults(store: Store, viewer: string | undefined, targets: ReadonlyMap<string, string>): Result[] {
  if (viewer === undefined) return [];
  const sql =
    'select target, type from refs where pubkey = ? and type <= 4 and target in (select value from json_each(?)) group by target, type';
  const deeds = new Map<string, Set<number>>();
  for (const row of store.all(sql, [viewer, JSON.stringify([...targets.keys()])], (each) => each)) {
    const id = targets.get(text(row, 'target')) ?? '';
    deeds.set(id, (deeds.get(id) ?? new Set<number>()).add(int(row, 'type')));
  }
  return [...deeds].map(([id, types]) =>
    synthetic(RESULT.NoteActions, {
      event_id: id,
      replied: types.has(REF.reply),
      liked: types.has(REF.like),
      reposted: types.has(REF.repost),
      zapped: types.has(REF.zap),
      voted_for_option: null,
    }),
  );
}

/** Words of articles (10000144). */
export function wordResults(store: Store, events: readonly StoredEvent[]): Result[] {
  const articles = events.filter(({ kind }) => kind === KIND.LongForm);
  if (articles.length === 0) return [];
  const sql = 'select id, words from articles where address in (select address from events where id in (select value from json_each(?)))';
  return store.all(sql, [JSON.stringify(articles.map(({ id }) => id))], (row) =>
    synthetic(RESULT.WordCount, { event_id: text(row, 'id'), words: int(row, 'words') }),
  );
}

function statContent(id: string, kind: number, counts: Counts) {
  const { likes, replies, reposts, quotes, zaps, satszapped, score, score24h } = counts;
  const scores = kind === KIND.LongForm ? { score: 0, score24h: 0 } : { score, score24h };
  return { event_id: id, likes, replies, mentions: 0, reposts: reposts + quotes, zaps, satszapped, ...scores };
}

function emptyCounts(): Counts {
  return { likes: 0, replies: 0, reposts: 0, quotes: 0, zaps: 0, satszapped: 0, score: 0, score24h: 0 };
}
