import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../src/events/core/time.ts';
import { needsCollection, realEvents } from '../../tests/support/events/real-events.ts';
import { isRecord, parseJson } from '../../src/events/core/json.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { groupsOf } from '../../src/events/reading/moderation/content-group.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { eventId } from '../../src/events/nostr/serialize.ts';
import { verifyWith } from '../../src/events/nostr/verify.ts';
import { openStore, type SqliteStore } from '../store/sqlite/sqlite-store.ts';
import { type CacheContext, openCache } from './cache-context.ts';
import { ANSWERS, answer, answerBody } from './answer-verb.ts';
import { isLong, runs } from '../../tests/support/runs.ts';

const FILES = [
  'network-primal',
  'global-2024-03',
  'one-user-iris',
  'two-users-amethyst',
  'profiles-nostrdb',
  'articles',
  'rare-kinds',
  'misc',
  'test-keys',
];
// The signatures of these files were verified when they were collected. Here only the ids are.
const verify = verifyWith(() => true);

let store: SqliteStore;
let context: CacheContext;
const logged: string[] = [];

beforeAll(async () => {
  store = openStore(':memory:', { now: () => seconds(1_787_000_000), verify });
  context = openCache(store, {
    verify,
    failed: (where, error) => void logged.push(`${where}: ${String(error)}`),
  });
  for (const file of FILES)
    await store.insert(realEvents(`events-${file}.jsonl`).flatMap((event) => verify(event) ?? []));
}, 60_000);

afterAll(() => store.close());

async function ask(verb: string, payload: unknown): Promise<Readonly<Record<string, unknown>>[]> {
  const reply = await answer(context, verb, payload);
  if ('notice' in reply) throw new Error(`${verb}: ${reply.notice}`);
  return reply.results.map((text) => Object(parseJson(text)));
}

const mega = (spec: Record<string, unknown>) =>
  ask('mega_feed_directive', { spec: JSON.stringify(spec) });
const ofKind = (results: readonly Readonly<Record<string, unknown>>[], kind: number) =>
  results.filter((result) => result['kind'] === kind);

test('real events give full pages of notes with authors, counts and sizes', async (context) => {
  needsCollection(context);
  for (const spec of [
    { id: 'all-notes', kind: 'notes' },
    { id: 'latest', kind: 'notes' },
    { id: 'advsearch', query: 'bitcoin' },
    { id: 'hall-of-fame-notes' },
  ]) {
    const page = await mega(spec);
    const notes = [...ofKind(page, KIND.Text), ...ofKind(page, KIND.Repost)];
    expect(notes, JSON.stringify(spec)).toHaveLength(20);
    expect(ofKind(page, RESULT.NoteStats).length).toBeGreaterThanOrEqual(20);
    expect(ofKind(page, KIND.Metadata).length).toBeGreaterThan(0);
    expect(ofKind(page, RESULT.Range)).toHaveLength(1);
  }
  expect(ofKind(await mega({ kind: 'reads', minwords: 0 }), KIND.LongForm)).toHaveLength(20);
  expect(ofKind(await mega({ id: 'explore-media' }), RESULT.MediaInfo).length).toBeGreaterThan(0);
});

test('paging through all notes of the real data returns each of them once', async () => {
  const found: string[] = [];
  let [until, offset] = [Number.MAX_SAFE_INTEGER, 0];
  for (;;) {
    const reply = await ask('mega_feed_directive', {
      spec: '{"id":"all-notes","kind":"notes"}',
      limit: 100,
      until,
      offset,
    });
    const range = parseJson(String(ofKind(reply, RESULT.Range)[0]?.['content']));
    if (!isRecord(range) || !Array.isArray(range['elements']) || range['elements'].length === 0)
      break;
    found.push(...range['elements'].map(String));
    const times = new Map(reply.map((note) => [String(note['id']), note['created_at']]));
    until = Number(range['since']);
    offset = range['elements'].filter((id) => times.get(String(id)) === until).length;
    expect(found.length).toBeLessThan(5_000);
  }
  expect(new Set(found).size).toBe(found.length);
  const sql =
    'select raw from events where state = 0 and kind in (1, 20, 21, 22, 1068, 1222) and reply = 0 and created_at < 1787000600';
  const rows = store.database.all(sql, [], (row) => readEvent(parseJson(String(row['raw']))));
  expect(found).toHaveLength(
    rows.filter((event) => event && !groupsOf(event).includes('spam')).length,
  );
});

test('every profile, thread and article of the real data gets a valid response', async () => {
  const ids = store.database.all(
    'select id from events where state = 0 and kind = 1 order by id limit 300',
    [],
    (row) => String(row['id']),
  );
  for (const event_id of ids)
    expect(ofKind(await ask('thread_view', { event_id, limit: 100 }), RESULT.Range)).toHaveLength(
      2,
    );
  const people = store.database.all(
    'select pubkey from accounts order by pubkey limit 300',
    [],
    (row) => String(row['pubkey']),
  );
  for (const pubkey of people)
    expect(ofKind(await ask('user_profile', { pubkey }), RESULT.UserStats)).toHaveLength(1);
  const articles = store.database.all(
    'select pubkey, substr(address, 72) as d from articles',
    [],
    (row) => ({
      pubkey: row['pubkey'],
      identifier: row['d'],
    }),
  );
  for (const each of articles)
    expect(
      ofKind(await ask('long_form_content_thread_view', each), KIND.LongForm).length,
    ).toBeGreaterThan(0);
  expect(logged).toEqual([]);
});

const known = fc.constantFrom(
  '82341f882b6eabcd2ba7f1ef90aad961cf074af15b9ef44a09f9d2a8fbfbe6a2',
  '63fe6318dc58583cfe16810f86dd09e18bfd76aabc24a0081ce2856f330504ed',
  '460c25e682fda7832b52d1f22d3d22b3176d972f60dcdc3212ed8c92ef85065c',
  '0'.repeat(64),
);
const hex = fc.oneof(
  { weight: 20, arbitrary: known },
  { weight: 1, arbitrary: fc.constantFrom('npub1', '', 'F'.repeat(64), 'f'.repeat(63)) },
);
const words = fc.constantFrom(
  'bitcoin',
  '"',
  '(',
  ')',
  'OR',
  '-',
  '#nostr',
  'from:jack',
  'kind:1',
  'kind:0',
  'kind:30023',
  'scope:myfollows',
  'orderby:score',
  'orderby:likes',
  'minlikes:1',
  'filter:image',
  'since:2024-01-01',
  'until:x',
  'minscore:50',
  '\0',
  '*',
  'NEAR',
  '😀',
  'to:jack',
  '@jack',
  'url:com',
  'repliestokind:1',
);
const query = fc.array(words, { maxLength: 6 }).map((parts) => parts.join(' '));
const spec = fc
  .record(
    {
      id: fc.constantFrom(
        'latest',
        'all-notes',
        'feed',
        'advsearch',
        'search',
        'global-trending',
        'most-zapped',
        'nostr-reads-feed',
        'reads-feed',
        'explore-zaps',
        'muted-threads',
        'x',
      ),
      kind: fc.constantFrom('notes', 'reads', 'drafts', ''),
      notes: fc.constantFrom(
        'authored',
        'follows',
        'replies',
        'bookmarks',
        'user_media_thumbnails',
        'x',
      ),
      pubkey: hex,
      query,
      hours: fc.jsonValue(),
      minwords: fc.jsonValue(),
      topic: fc.string(),
      kinds: fc.jsonValue(),
      scope: fc.string(),
    },
    { requiredKeys: [] },
  )
  .map((fields) => JSON.stringify(fields));
const number = fc.constantFrom<unknown>(
  0,
  1,
  7,
  30,
  -1,
  1.5,
  1e18,
  Number.MAX_SAFE_INTEGER,
  '20',
  null,
  1_700_000_000,
);
const payload = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 9,
    arbitrary: fc.record(
      {
        pubkey: hex,
        user_pubkey: hex,
        event_id: hex,
        sender: hex,
        receiver: hex,
        pubkeys: fc.array(hex),
        event_ids: fc.array(hex),
        query,
        spec,
        limit: number,
        since: number,
        until: number,
        offset: number,
        kind: fc.oneof(number, fc.constantFrom(0, 3, 6, 7, 30023)),
        kinds: fc.jsonValue(),
        identifier: fc.string(),
        directive: fc.oneof(query, fc.string()),
        notes: fc.constantFrom('authored', 'follows', 'bookmarks'),
        events: fc.jsonValue(),
        timeframe: fc.constantFrom('latest', 'trending', 'popular', 'mostzapped'),
        scope: fc.constantFrom('global', 'network', 'tribe', 'follows', 'x'),
        selector: fc.constantFrom('trending_24h', 'mostzapped_4h', 'x'),
        extended_response: fc.boolean(),
        include_replies: fc.boolean(),
        by: fc.constant('satszapped'),
      },
      { requiredKeys: [] },
    ),
  },
);

test('INV-ISOLATE no verb breaks on any payload: the response is JSON objects or a NOTICE', async () => {
  let answered = 0;
  const tried = runs(1_500);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ANSWERS.keys()), payload, async (verb, asked) => {
      const reply = await answer(context, verb, asked);
      if ('notice' in reply) expect(reply.notice).toMatch(/./);
      else answered++;
      if ('results' in reply)
        for (const text of reply.results) {
          const result = parseJson(text);
          if (!isRecord(result)) throw new Error(`${verb}: ${text}`);
          if (!('sig' in result)) continue;
          const event = readEvent(result);
          expect(event && eventId(event), verb).toBe(result['id']);
        }
      expect(logged).toEqual([]);
    }),
    { numRuns: tried },
  );
  // Many requests succeed: more than half of them, and by chance never as few as this.
  expect(answered).toBeGreaterThan(tried * (isLong ? 0.4 : 0.25));
}, 60_000);

test('the body of an HTTP response is one JSON text for any call', async () => {
  const bodies = fc.oneof(
    fc.jsonValue(),
    fc.tuple(fc.constantFrom(...ANSWERS.keys(), '__proto__'), payload),
  );
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(bodies, async (call) => {
      const body = parseJson(await answerBody(context, call, signal));
      expect(Array.isArray(body) || (isRecord(body) && typeof body['error'] === 'string')).toBe(
        true,
      );
    }),
    { numRuns: 300 },
  );
}, 60_000);
