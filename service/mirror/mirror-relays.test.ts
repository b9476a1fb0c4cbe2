import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { network } from '../../tests/network/network.ts';
import { writeEvents } from '../../tests/network/network-file.ts';
import { startTested } from '../../tests/support/service/tested-service.ts';
import { startPlainRelay } from '../../tests/support/connection/plain-relay.ts';
import { isLong } from '../../tests/support/runs.ts';
import { signed } from '../../tests/support/events/signed.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { PRIVATE_KINDS } from '../store/filters/private-kinds.ts';
import { type Service, startService } from '../start.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { POLICY, type Policy } from '../relay/policy.ts';
import type { Store } from '../store/store.ts';
import { openEventVerifier } from '../verify.ts';
import { isGood, type MirrorNews, type MirrorPlan, mirrorRelays } from './mirror-relays.ts';
import { mirrorProgress } from './progress-report.ts';

const NOW = Math.floor(Date.now() / 1_000);
const gate = await openEventVerifier();
const events = [...network({ count: 1_500, seed: 5, until: NOW - 100 })];
const admitted = (value: unknown) =>
  gate.admit(value) ?? expect.unreachable('a signed event is refused');
let source: Service;

beforeAll(async () => {
  source = await startService({ port: 0 });
  await source.store.insert(events.map(admitted));
});

afterAll(() => source.stop());

const open = () => openStore(':memory:', { verify: gate.verify });
const relay = () => source.url.replace('http', 'ws');
const idsIn = async (store: Store) =>
  (await store.query([{}], 1e5, [])).map(({ id }) => id).toSorted();

interface Run {
  readonly news: MirrorNews[];
  readonly until: (is: (news: MirrorNews) => boolean) => Promise<MirrorNews>;
  readonly stop: () => Promise<void>;
}

function mirror(
  store: Store,
  plan: Partial<MirrorPlan>,
  more: { readonly wait?: number; readonly deadline?: number; readonly policy?: Policy } = {},
): Run {
  const news: MirrorNews[] = [];
  let wake = Promise.withResolvers<void>();
  const stop = mirrorRelays({
    store,
    gate,
    plan: { relays: [relay()], keys: [], depth: 1, since: 0, ...plan },
    told: (each) => {
      news.push({ ...each, counts: { ...each.counts, refused: new Map(each.counts.refused) } });
      wake.resolve();
      wake = Promise.withResolvers();
    },
    wait: 10,
    ...more,
  });
  return {
    news,
    stop,
    async until(is) {
      for (;;) {
        const found = news.find(is);
        if (found) return found;
        await wake.promise;
      }
    },
  };
}

const following = ({ state }: MirrorNews) => state === 'following';

test('NIP-77 a relay with NIP-77 is fetched completely, each event once, and followed', async () => {
  const store = open();
  const run = mirror(store, {});
  const { counts } = await run.until(following);
  expect(await idsIn(store)).toEqual(await idsIn(source.store));
  expect([counts.known, counts.refused.size]).toEqual([0, 0]);
  const heard = Promise.withResolvers<string>();
  const live = signed({ content: 'said later', created_at: NOW });
  store.onInserted(({ added }) => added.forEach(({ id }) => id === live.id && heard.resolve(id)));
  await source.store.insert([admitted(live)]);
  expect(await heard.promise).toBe(live.id);
  expect((await store.hintsOf([live.id])).get(live.id)).toBe(relay());
  await run.stop();
  // Again: only the last hour is sent once more.
  const again = mirror(store, {});
  const second = await again.until(following);
  await again.stop();
  expect(second.counts.added).toBe(0);
  expect(second.counts.seen).toBeLessThan(20);
});

test('only permitted kinds and sizes are stored from a relay; the rest is counted', async () => {
  const store = open();
  const run = mirror(store, {}, { policy: { ...POLICY, kinds: [[0, 3]] } });
  const { counts } = await run.until(following);
  await run.stop();
  const kept = events.filter(({ kind }) => kind <= 3);
  expect(kept.length).toBeLessThan(events.length);
  expect((await store.query([{}], 1e5, [])).every(({ kind }) => kind <= 3)).toBe(true);
  expect(counts.refused.get('blocked: events of kind 7 are not taken here')).toBeGreaterThan(0);
});

test('a relay without NIP-77 and with short pages is fetched completely, invalid events are counted', async () => {
  const later = admitted(signed({ content: 'late', created_at: NOW - 50, tags: [['-']] }));
  const forged = { ...signed({ content: 'said', created_at: NOW - 5_000 }), content: 'altered' };
  const ahead = signed({ content: 'ahead', created_at: NOW + 90_000 });
  const plain = await startPlainRelay([...events, later], {
    most: 37,
    beside: [forged, ahead, 'junk'],
  });
  const store = open();
  const run = mirror(store, { relays: [plain.url] });
  const { counts } = await run.until(following);
  await run.stop();
  expect(await idsIn(store)).toEqual(
    (await idsIn(source.store)).filter((id) => events.some((event) => event.id === id)),
  );
  expect([...counts.refused.keys()].toSorted()).toEqual([
    'auth-required: protected events are only taken from their author',
    'blocked: deleted by its author',
    'invalid: id or signature does not hold',
    'invalid: malformed',
    'invalid: not asked for',
  ]);
  expect(plain.asked.filter((text) => text.startsWith('["NEG-OPEN"'))).toHaveLength(1);
  await plain.stop();
});

test('a relay that rejects a comparison is fetched by pages', async () => {
  const plain = await startPlainRelay(events.slice(0, 200), { most: 100, unknown: 'CLOSED' });
  const store = open();
  const run = mirror(store, { relays: [plain.url] }, { deadline: 2_000 });
  const { state } = await run.until((news) => following(news) || news.state === 'away');
  await run.stop();
  await plain.stop();
  expect(state).toBe('following');
  expect(await store.isStored(events[0]?.id ?? '')).toBe(true);
});

test.runIf(isLong)(
  'after a stop the mirror resumes without fetching again, at any page',
  async () => {
    const plain = await startPlainRelay(events, { most: 100 });
    const store = open();
    let seen = 0;
    for (let runs = 0; runs < 40; runs++) {
      const run = mirror(store, { relays: [plain.url] });
      const page = await run.until(
        ({ state, reached }) => state === 'following' || reached !== undefined,
      );
      await run.stop();
      seen += run.news.at(-1)?.counts.seen ?? 0;
      if (page.state === 'following') break;
    }
    await plain.stop();
    expect(await idsIn(store)).toEqual(
      (await idsIn(source.store)).filter((id) => events.some((event) => event.id === id)),
    );
    // Each run reads its last hour, and the interrupted page, once more.
    expect(seen).toBeLessThan(4 * events.length);
  },
);

test.runIf(isLong)('with keys only they and their follows, to the depth, are fetched', async () => {
  const lists = events.filter(({ kind }) => kind === KIND.Contacts);
  const newest = new Map(lists.map((list) => [list.pubkey, list]));
  const key = [...newest.keys()][3] ?? '';
  const followed = (pubkey: string) =>
    newest.get(pubkey)?.tags.flatMap(([, other = '']) => other) ?? [];
  for (const depth of [0, 1, 2]) {
    let within = new Set([key]);
    for (let step = 0; step < depth; step++)
      within = new Set([...within, ...[...within].flatMap(followed)]);
    const store = open();
    const run = mirror(store, { keys: [key], depth });
    await run.until(following);
    await run.stop();
    const wanted = await idsOf(source.store, (event) => within.has(event.pubkey));
    expect(await idsIn(store)).toEqual(wanted);
  }
});

test('all contact lists are read first, also from a relay that sends short pages', async () => {
  const key = (n: number) => signed({}, n).pubkey;
  const follows = (n: number, ...others: number[]) =>
    signed(
      {
        kind: KIND.Contacts,
        created_at: NOW - 1_000 - n,
        tags: others.map((other) => ['p', key(other)]),
      },
      n,
    );
  const notes = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
    signed({ content: 'said', created_at: NOW - 100 - n }, n),
  );
  const lists = [follows(1, 2, 3, 4), follows(2, 5), follows(3, 6), follows(4, 7)];
  const plain = await startPlainRelay([...notes, ...lists], { most: 2 });
  const store = open();
  const run = mirror(store, { relays: [plain.url], keys: [key(1)], depth: 2 });
  await run.until(following);
  await run.stop();
  await plain.stop();
  expect(await idsIn(store)).toEqual(
    [...notes.slice(0, 7), ...lists].map(({ id }) => id).toSorted(),
  );
});

test('only events since the start time are fetched', async () => {
  const since = NOW - 40_000;
  const store = open();
  const run = mirror(store, { since });
  await run.until(following);
  await run.stop();
  expect(await idsIn(store)).toEqual(
    await idsOf(source.store, ({ created_at }) => inSeconds(created_at) >= since),
  );
});

test.runIf(isLong)(
  'an unreachable or silent relay is reported and retried, and the others continue',
  async () => {
    const silent = await startPlainRelay([], { most: 1, isSilent: true });
    const store = open();
    const run = mirror(
      store,
      { relays: ['ws://127.0.0.1:9/', silent.url, relay()] },
      { deadline: 150 },
    );
    await run.until((news) => news.relay === relay() && news.state === 'following');
    const away = (url: string) =>
      run.news.filter((news) => news.relay === url && news.state === 'away').length >= 2;
    await run.until(() => away('ws://127.0.0.1:9/') && away(silent.url));
    expect(
      run.news.find((news) => news.relay === silent.url && news.state === 'away')?.reason,
    ).toBe('no answer');
    await run.stop();
    await silent.stop();
  },
);

test('after a useful or stable connection a retry comes soon; after immediate failures ever later', () => {
  expect(isGood({ brought: 0, held: 3_600_000 })).toBe(true);
  expect(isGood({ brought: 1, held: 5 })).toBe(true);
  expect(isGood({ brought: 0, held: 30_000 })).toBe(false);
});

test.runIf(isLong)('a relay that disconnects midway is caught up when it is back', async () => {
  const first = await startService({ port: 0 });
  await first.store.insert(events.slice(0, 500).map(admitted));
  const port = Number(new URL(first.url).port);
  const store = open();
  const run = mirror(store, { relays: [`ws://127.0.0.1:${port}/`] });
  await run.until(following);
  await first.stop();
  await run.until(({ state }) => state === 'away');
  const back = await startService({ port });
  const meanwhile = signed({ content: 'said while nobody listened', created_at: NOW - 10 });
  await back.store.insert([...events.slice(0, 500), meanwhile].map(admitted));
  const before = run.news.length;
  await run.until((news) => run.news.indexOf(news) >= before && news.state === 'following');
  await run.stop();
  expect(await idsIn(store)).toEqual(await idsIn(back.store));
  await back.stop();
});

test.runIf(isLong)(
  'a relay process killed with SIGKILL midway is fetched completely when it is back',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'starling-mirror-'));
    const file = join(dir, 'events.jsonl.gz');
    await writeEvents(file, events);
    const start = (port: string) =>
      startTested(['--port', port, '--data', join(dir, 'data'), '--import', file]);
    const first = await start('0');
    const { port } = new URL(first.url);
    const store = open();
    const run = mirror(store, { relays: [`ws://127.0.0.1:${port}/`] });
    await run.until(({ reached }) => reached !== undefined);
    await first.end('SIGKILL');
    await run.until(({ state }) => state === 'away');
    const before = run.news.length;
    const second = await start(port);
    await run.until((news) => run.news.indexOf(news) >= before && news.state === 'following');
    await run.stop();
    expect(await idsIn(store)).toEqual(
      (await idsIn(source.store)).filter((id) => events.some((event) => event.id === id)),
    );
    await second.end('SIGKILL');
    rmSync(dir, { recursive: true });
  },
  60_000,
);

test('the state is reported on changes, else every ten seconds, with rate and refusals', () => {
  const lines: string[] = [];
  let now = 0;
  const tell = mirrorProgress(
    (line) => lines.push(line),
    () => now,
  );
  const counts = { seen: 0, added: 0, known: 0, refused: new Map<string, number>() };
  tell({ relay: 'wss://r/', state: 'catching up', counts });
  now = 5_000;
  tell({ relay: 'wss://r/', state: 'catching up', counts: { ...counts, seen: 10 } });
  now = 10_000;
  const refused = new Map([
    ['blocked: deleted by its author', 2],
    ['invalid: malformed', 3],
  ]);
  tell({
    relay: 'wss://r/',
    state: 'catching up',
    reached: 1_700_000_000,
    counts: { seen: 500, added: 490, known: 5, refused },
  });
  tell({ relay: 'wss://r/', state: 'away', reason: 'no answer', counts });
  expect(lines).toEqual([
    'wss://r/: catching up, 0 events (0 new, 0 known)',
    'wss://r/: catching up, 500 events (490 new, 5 known), 50 a second, back to 2023-11-14; refused: 3 invalid: malformed, 2 blocked: deleted by its author',
    'wss://r/: away (no answer), 0 events (0 new, 0 known)',
  ]);
});

async function idsOf(store: Store, is: (event: SignedEvent) => boolean): Promise<string[]> {
  const all = await store.query([{}], 1e5, []);
  return all
    .filter(({ raw, kind }) => !PRIVATE_KINDS.includes(kind) && is(JSON.parse(raw)))
    .map(({ id }) => id)
    .toSorted();
}
