import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { type CacheClient, listenCache } from '../../tests/support/connection/cache-client.ts';
import { key, openVillage, verify, type Village } from '../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { runs } from '../../tests/support/runs.ts';
import { openCache } from './cache-context.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function served(village: Village = openVillage()) {
  const server = await listenCache(village.context);
  stops.push(() => server.stop());
  return { village, connect: () => server.connect(), client: await server.connect() };
}

const types = (frames: Awaited<ReturnType<CacheClient['take']>>) =>
  frames.map(({ frame }) => frame[0]);
const NET_STATS = ['REQ', 'stats', { cache: ['net_stats'] }];

test('without compression every result is a text EVENT, then EOSE', async () => {
  const { village, client } = await served();
  const note = village.note(1, 'hello');
  const frames = await client.request('a1', 'events', { event_ids: [note.id] });
  expect(frames).toEqual([
    { packed: false, frame: ['EVENT', 'a1', JSON.parse(JSON.stringify(note))] },
    { packed: false, frame: ['EOSE', 'a1'] },
  ]);
});

test('zlib is acknowledged by a bare EOSE; later results are one binary EVENTS frame and a text EOSE', async () => {
  const { village, client } = await served();
  const note = village.note(1, 'hello');
  expect(await client.request('p', 'set_primal_protocol', { compression: 'zlib' })).toEqual([
    { packed: false, frame: ['EOSE', 'p'] },
  ]);
  const frames = await client.request('a', 'events', { event_ids: [note.id] });
  expect(frames).toEqual([
    { packed: true, frame: ['EVENTS', 'a', [JSON.parse(JSON.stringify(note))]] },
    { packed: false, frame: ['EOSE', 'a'] },
  ]);
  expect(await client.request('b', 'events', { event_ids: ['0'.repeat(64)] })).toEqual([
    { packed: true, frame: ['EVENTS', 'b', []] },
    { packed: false, frame: ['EOSE', 'b'] },
  ]);
});

test('any other compression is acknowledged as well and stays off', async () => {
  const { village, client } = await served();
  const note = village.note(1, 'hello');
  for (const compression of ['gzip', 'ZLIB', 7, null]) {
    expect(types(await client.request('p', 'set_primal_protocol', { compression }))).toEqual([
      'EOSE',
    ]);
    expect(types(await client.request('a', 'events', { event_ids: [note.id] }))).toEqual([
      'EVENT',
      'EOSE',
    ]);
  }
  await client.request('p', 'set_primal_protocol', { compression: 'zlib' });
  await client.request('p', 'set_primal_protocol');
  expect(types(await client.request('a', 'events', { event_ids: [note.id] }))).toEqual([
    'EVENT',
    'EOSE',
  ]);
});

test('a request that fails is a text NOTICE with its id, then EOSE, also after zlib', async () => {
  const { client } = await served();
  await client.request('p', 'set_primal_protocol', { compression: 'zlib' });
  const questions: [string, unknown, string][] = [
    ['no_such_verb', {}, 'unknown api request'],
    ['membership_status', {}, 'error'],
    ['membership_nonsense', {}, 'unknown api request'],
    ['constructor', {}, 'unknown api request'],
    ['feed', { pubkey: key(1), limit: 1001 }, 'limit too big'],
    ['feed', { pubkey: key(1), notes: 'nonsense' }, 'unsupported type of notes'],
    ['user_infos', { pubkeys: ['npub1'] }, 'invalid pubkey'],
    ['mega_feed_directive', { spec: 'no json' }, 'invalid spec format'],
    ['thread_view', {}, 'error'],
  ];
  for (const [verb, payload, text] of questions) {
    expect(await client.request('n', verb, payload), verb).toEqual([
      { packed: false, frame: ['NOTICE', 'n', text] },
      { packed: false, frame: ['EOSE', 'n'] },
    ]);
  }
});

test('several filters of one REQ are answered one after the other, each with its EOSE', async () => {
  const { client } = await served();
  client.send(['REQ', 'two', { cache: ['get_home_feeds'] }, { cache: ['get_reads_feeds', {}] }]);
  const frames = await client.take(4);
  expect(types(frames)).toEqual(['EVENT', 'EOSE', 'EVENT', 'EOSE']);
  expect(frames.map(({ frame }) => frame[2])).toMatchObject([
    { kind: RESULT.HomeFeeds },
    undefined,
    { kind: RESULT.ReadsFeeds },
    undefined,
  ]);
});

test('requests of one connection are answered in order', async () => {
  const { client } = await served();
  const ids = Array.from({ length: 50 }, (_, n) => `q${n}`);
  for (const id of ids) client.send(['REQ', id, { cache: ['server_name'] }]);
  const frames = await client.take(100);
  expect(frames.filter(({ frame }) => frame[0] === 'EOSE').map(({ frame }) => frame[1])).toEqual(
    ids,
  );
});

test('CLOSE cancels the queued requests of its id, and no other one', async () => {
  const village = openVillage();
  const held = Promise.withResolvers<void>();
  const counting = () => held.promise.then(() => village.store.netTotals());
  const { client } = await served({
    ...village,
    context: { ...village.context, store: { ...village.store, netTotals: counting } },
  });
  for (const [id, verb] of [
    ['first', 'network_stats'],
    ['kept', 'server_name'],
    ['dropped', 'server_name'],
    ['last', 'server_name'],
  ])
    client.send(['REQ', id, { cache: [verb] }]);
  client.send(['CLOSE', 'dropped']);
  client.socket.ping();
  await once(client.socket, 'pong');
  held.resolve();
  const answered = (await client.take(6)).map(({ frame }) => frame[1]);
  expect(answered).toEqual(['first', 'first', 'kept', 'kept', 'last', 'last']);
});

test('CLOSE ends the answer that is being read or sent, and no other one', async () => {
  const village = openVillage();
  for (let n = 0; n < 4; n++) village.note(1, `${n}`);
  const [read, held, slow] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const netTotals = () => {
    read?.resolve();
    return village.store.netTotals().finally(() => held?.promise);
  };
  const context = { ...village.context, store: { ...village.store, netTotals } };
  const server = await listenCache(context, (socket) => ({
    waiting: () => 4_000_001,
    async send(frame) {
      socket.send(frame);
      await slow?.promise;
    },
  }));
  stops.push(() => server.stop());
  const client = await server.connect();
  const ask = (id: string, verb: string) => client.send(['REQ', id, { cache: [verb, {}] }]);
  const close = async (id: string) => {
    client.send(['CLOSE', id]);
    client.socket.ping();
    await once(client.socket, 'pong');
  };
  ask('read', 'network_stats');
  await read?.promise;
  await close('read');
  ask('sent', 'events');
  ask('last', 'get_app_releases');
  held?.resolve();
  expect((await client.take(1)).map(({ frame }) => frame[1])).toEqual(['sent']);
  await close('sent');
  slow?.resolve();
  expect((await client.take(2)).map(({ frame }) => frame[1])).toEqual(['last', 'last']);
});

test('a connection with much to do does not hold up another', async () => {
  const { client, connect } = await served();
  const other = await connect();
  for (let n = 0; n < 150; n++) client.send(['REQ', `q${n}`, { cache: ['get_home_feeds'] }]);
  const order: string[] = [];
  const busy = client.take(300).then(() => order.push('busy'));
  const quick = other.request('one', 'server_name').then(() => order.push('quick'));
  await Promise.all([busy, quick]);
  expect(order).toEqual(['quick', 'busy']);
});

test('the 201st open id closes the socket after a NOTICE; ids that were closed or used again do not count', async () => {
  const { client } = await served();
  for (let n = 0; n < 500; n++) {
    client.send(['REQ', `c${n % 150}`, { cache: ['server_name'] }]);
    await client.take(2);
  }
  for (let n = 0; n < 150; n++) client.send(['CLOSE', `c${n}`]);
  for (let n = 0; n < 200; n++) {
    client.send(['REQ', `q${n}`, { cache: ['server_name'] }]);
    await client.take(2);
  }
  client.send(['REQ', 'q200', { cache: ['server_name'] }]);
  expect(await client.take(1)).toEqual([
    { packed: false, frame: ['NOTICE', 'q200', 'too many subscriptions'] },
  ]);
  await client.closed;
});

test('filters of kinds or authors close the socket after a NOTICE', async () => {
  const { connect } = await served();
  for (const filter of [{ kinds: [1] }, { authors: [key(1)], cache: ['net_stats'] }]) {
    const client = await connect();
    client.send(['REQ', 'f', filter]);
    expect(await client.take(1)).toEqual([
      { packed: false, frame: ['NOTICE', 'f', 'kinds or authors filter is not supported'] },
    ]);
    await client.closed;
  }
});

test('net_stats: EOSE, the totals at once as a text EVENT, nothing after CLOSE', async () => {
  const { client } = await served();
  await client.request('p', 'set_primal_protocol', { compression: 'zlib' });
  client.send(NET_STATS);
  const [eose, stats] = await client.take(2);
  expect(eose).toEqual({ packed: false, frame: ['EOSE', 'stats'] });
  expect(stats).toMatchObject({
    packed: false,
    frame: ['EVENT', 'stats', { kind: RESULT.NetStats }],
  });
  client.send(['CLOSE', 'stats', { cache: ['net_stats'] }]);
  expect(types(await client.request('z', 'server_name'))).toEqual(['EVENTS', 'EOSE']);
});

test('a filter with only `since` gives stored events, then every imported one, until CLOSE', async () => {
  const { village, client } = await served();
  const first = village.note(1, 'first', 10);
  client.send(['REQ', 's', { since: first.created_at }]);
  expect(await client.take(2)).toMatchObject([
    { frame: ['EVENT', 's', { id: first.id }] },
    { frame: ['EOSE', 's'] },
  ]);
  const second = village.note(1, 'second');
  expect(await client.take(1)).toMatchObject([
    { packed: false, frame: ['EVENT', 's', { id: second.id, sig: second.sig }] },
  ]);
  client.send(['CLOSE', 's']);
  await client.request('z', 'server_name');
  village.note(1, 'third');
  expect(types(await client.request('z', 'server_name'))).toEqual(['EVENT', 'EOSE']);
});

test('a filter of idsonly alone is not answered; the ids of new events are pushed', async () => {
  const { village, client } = await served();
  client.send(['REQ', 'i', { idsonly: true }]);
  expect(types(await client.request('z', 'server_name'))).toEqual(['EVENT', 'EOSE']);
  const note = village.note(1, 'new');
  expect(await client.take(1)).toEqual([
    { packed: false, frame: ['EVENT', 'i', { kind: RESULT.EventIds, ids: [note.id] }] },
  ]);
});

test('filters of ids and times are answered with stored events, oldest first, never compressed', async () => {
  const { village, client } = await served();
  const notes = [village.note(1, 'a', 30), village.note(2, 'b', 20), village.note(3, 'c', 10)];
  await client.request('p', 'set_primal_protocol', { compression: 'zlib' });
  const ids = notes.map(({ id }) => id);
  const eventIds = async (filter: unknown) => {
    client.send(['REQ', 'r', filter]);
    const got: unknown[] = [];
    for (
      let [frame] = await client.take(1);
      frame?.frame[0] !== 'EOSE';
      [frame] = await client.take(1)
    )
      got.push(frame?.packed === false && frame.frame[2]);
    return got;
  };
  expect(await eventIds({ ids: [ids[2], '0'.repeat(64), ids[0]] })).toMatchObject([
    { id: ids[0] },
    { id: ids[2] },
  ]);
  expect(await eventIds({ until: notes[1]?.created_at, limit: 1 })).toMatchObject([{ id: ids[1] }]);
  expect(await eventIds({ since: notes[1]?.created_at, idsonly: true })).toEqual([
    { kind: RESULT.EventIds, ids: [ids[1], ids[2]] },
  ]);
  expect(await eventIds({ search: 'b' })).toContainEqual(expect.objectContaining({ id: ids[1] }));
});

test('a broadcast blocks no other request, and CLOSE, a reused id or a closed socket aborts it', async () => {
  const signals = new Map<string, AbortSignal>();
  const settled = Promise.withResolvers<ReadonlyMap<string, ReadonlyMap<string, string>>>();
  const broadcast = (
    { relays: [relay = ''] }: { readonly relays: readonly string[] },
    signal: AbortSignal,
  ) => {
    signals.set(relay, signal);
    return settled.promise;
  };
  const { village, client, connect } = await served(openVillage({ broadcast }));
  const gone = await connect();
  const event = village.note(1, 'to all');
  const ask = (id: string) => [
    'REQ',
    id,
    { cache: ['broadcast_events', { events: [event], relays: [id] }] },
  ];
  for (const id of ['kept', 'closed', 'again']) client.send(ask(id));
  gone.send(ask('gone'));
  await gone.request('z', 'server_name');
  expect(types(await client.request('z', 'server_name'))).toEqual(['EVENT', 'EOSE']);
  client.send(['CLOSE', 'closed']);
  expect(types(await client.request('again', 'server_name'))).toEqual(['EVENT', 'EOSE']);
  gone.socket.close();
  const last = signals.get('gone');
  if (last && !last.aborted) await once(last, 'abort');
  expect(Object.fromEntries([...signals].map(([id, { aborted }]) => [id, aborted]))).toEqual({
    kept: false,
    closed: true,
    again: true,
    gone: true,
  });
  settled.resolve(new Map([['wss://relay.example', new Map([[event.id, 'x']])]]));
  const content = JSON.stringify([
    { event_id: event.id, responses: [['wss://relay.example', 'x']] },
  ]);
  expect(await client.take(2)).toEqual([
    { packed: false, frame: ['EVENT', 'kept', { kind: RESULT.BroadcastResponses, content }] },
    { packed: false, frame: ['EOSE', 'kept'] },
  ]);
  expect(types(await client.request('z', 'server_name'))).toEqual(['EVENT', 'EOSE']);
});

test('INV-ISOLATE hostile frames change nothing and stop nothing', async () => {
  const { client } = await served();
  const junk = [
    '',
    '[',
    'null',
    '{}',
    '[]',
    '["REQ"]',
    '["REQ",7,{}]',
    '["EVENT",{}]',
    '["CLOSE"]',
    '["AUTH","x"]',
    `"${'a'.repeat(9_000_000)}"`,
  ];
  for (const frame of [
    ...junk,
    `["REQ","${'x'.repeat(2000)}",{"cache":["server_name"]}]`,
    '['.repeat(100_000),
  ])
    client.send(frame);
  client.send(new Uint8Array(1000).fill(255));
  client.send(['REQ', 'many', ...Array.from({ length: 500 }, () => ({ cache: ['server_name'] }))]);
  expect(types(await client.request('z', 'server_name'))).toEqual(['EVENT', 'EOSE']);
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .tuple(fc.constant('REQ'), fc.constant('j'), fc.jsonValue())
          .map((frame) => JSON.stringify(frame)),
      ),
      async (text) => {
        if (/"(kinds|authors|since|idsonly|cache)"/.test(text)) return;
        client.send(text);
      },
    ),
    { numRuns: runs(300) },
  );
  client.send(['REQ', 'last', { cache: ['server_name'] }]);
  let [frame] = await client.take(1);
  while (frame?.frame[1] !== 'last') [frame] = await client.take(1);
  expect(frame.frame[0]).toBe('EVENT');
});

test('a request with a cache entry that is no list, or a verb that is no text, is answered all the same', async () => {
  const { client } = await served();
  for (const call of [[], [7], [null, {}], ['server_name', 'no payload'], ['server_name', null]]) {
    client.send(['REQ', 'odd', { cache: call }]);
    expect(types(await client.take(2)).at(-1)).toBe('EOSE');
  }
});

test('a stream whose answer fails is refused, and sends nothing later', async () => {
  const village = openVillage();
  const context = openCache(
    { ...village.store, zapTotals: () => Promise.reject(new Error('broken')) },
    { verify },
  );
  const { client } = await served({ ...village, context });
  const about = { kind: KIND.LiveEvent, pubkey: key(1), identifier: 'x', user_pubkey: key(2) };
  expect(types(await client.request('live', 'live_feed', about))).toEqual(['NOTICE', 'EOSE']);
  village.post(1, {
    kind: KIND.LiveChatMessage,
    content: 'hello',
    tags: [['a', `${KIND.LiveEvent}:${key(1)}:x`]],
  });
  for (let turn = 0; turn < 5; turn++) {
    const frames = await client.request('other', 'server_name');
    expect(frames.map(({ frame }) => frame[1])).toEqual(['other', 'other']);
  }
});
