import { deflateSync } from 'node:zlib';
import { openCache } from '../../service/cache/cache-context.ts';
import { eventsFrames } from '../../service/cache/frames.ts';
import { answer } from '../../service/cache/answer-verb.ts';
import { openStore } from '../../service/store/sqlite/sqlite-store.ts';
import type { Store } from '../../service/store/store.ts';
import { seconds } from '../../src/events/core/time.ts';
import { verifyWith } from '../../src/events/nostr/verify.ts';
import { crowd, member } from './generated-events.ts';
import { median, percentile } from './figures-table.ts';

/** Milliseconds for one answer, from the request's payload to the sent frame. */
export interface Timing {
  readonly verb: string;
  readonly p50: number;
  readonly p95: number;
  /** Bytes of the compressed frames. */
  readonly bytes: number;
}

const EVENTS = 100_000;
const BATCH = 2_000;
const NOW = 1_760_000_000;
const ROUNDS = 200;

const spec = (fields: Record<string, unknown>) => ({ spec: JSON.stringify(fields), limit: 20 });
const viewer = (round: number) => member((round * 37) % 2_000);

/** Requests by name; each round asks for another account, page or word. */
const QUESTIONS: ReadonlyArray<
  readonly [name: string, verb: string, payload: (round: number) => Record<string, unknown>]
> = [
  [
    'home',
    'mega_feed_directive',
    (n) => ({
      ...spec({ id: 'latest', kind: 'notes' }),
      user_pubkey: viewer(n),
      until: NOW - (n % 20) * 1_000,
    }),
  ],
  [
    'everyone',
    'mega_feed_directive',
    (n) => ({ ...spec({ id: 'all-notes', kind: 'notes' }), until: NOW - n * 200 }),
  ],
  [
    'trending',
    'mega_feed_directive',
    (n) => ({
      ...spec({ id: 'global-trending', kind: 'notes', hours: 24 }),
      offset: (n % 10) * 20,
    }),
  ],
  ['profile notes', 'feed', (n) => ({ pubkey: viewer(n), notes: 'authored', limit: 20 })],
  [
    'reads',
    'mega_feed_directive',
    (n) => ({ ...spec({ kind: 'reads', minwords: 0 }), until: NOW - n * 200 }),
  ],
  [
    'search',
    'mega_feed_directive',
    (n) => spec({ id: 'advsearch', query: `river lantern kind:1 from:${viewer(n)}` }),
  ],
  ['common word', 'mega_feed_directive', () => spec({ id: 'advsearch', query: 'river' })],
  ['user_profile', 'user_profile', (n) => ({ pubkey: viewer(n) })],
  ['user_search', 'user_search', (n) => ({ query: `user${n % 20}` })],
  ['scored', 'scored', () => ({ selector: 'trending_24h' })],
  ['people', 'explore_people', (n) => ({ user_pubkey: viewer(n), offset: (n % 10) * 20 })],
  ['topics', 'explore_topics', () => ({})],
];

/**
 * Fill a store with 100,000 events and time the requests of the screens. `p50` and `p95` are those
 * of a home page of 20.
 */
export async function benchService(
  events = EVENTS,
  rounds = ROUNDS,
): Promise<{
  p50: number;
  p95: number;
  events: number;
  verbs: readonly Timing[];
  insertedPerSecond: number;
}> {
  // requests inside zap receipts are unsigned too
  const store = openStore(':memory:', { now: () => seconds(NOW), verify: verifyWith(() => true) });
  const started = performance.now();
  await fill(store, events);
  const insertedPerSecond = Math.round(events / ((performance.now() - started) / 1_000));
  const context = openCache(store, { verify: () => undefined });
  const verbs: Timing[] = [];
  for (const [name, verb, payload] of QUESTIONS) {
    let bytes = 0;
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      const reply = await answer(context, verb, payload(round));
      if ('notice' in reply) throw new Error(`${name}: ${reply.notice}`);
      bytes = [...eventsFrames('bench', reply.results)].reduce(
        (sum, frame) => sum + deflateSync(frame, { level: 3 }).length,
        0,
      );
      times.push(performance.now() - from);
    }
    verbs.push({ verb: name, p50: median(times), p95: percentile(times, 0.95), bytes });
  }
  await store.close();
  const home = verbs[0];
  if (!home) throw new Error('nothing was measured');
  return { p50: home.p50, p95: home.p95, events, verbs, insertedPerSecond };
}

async function fill(store: Store, events: number): Promise<void> {
  let batch = [];
  for (const event of crowd(events, NOW)) {
    batch.push(event);
    if (batch.length < BATCH) continue;
    await store.insert(batch);
    batch = [];
  }
  await store.insert(batch);
}
