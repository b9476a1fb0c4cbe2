import { once } from 'node:events';
import fc from 'fast-check';
import { Relay } from 'nostr-tools/relay';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plus, seconds } from '../../src/events/core/time.ts';
import { realEvents } from '../../tests/support/events/real-events.ts';
import { bitFlips } from '../../tests/support/events/bit-flips.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { type Service, startService } from '../start.ts';
import { plainEvent } from '../../tests/support/events/plain-event.ts';
import { isLong, runs } from '../../tests/support/runs.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ port: 0 });
});

afterAll(() => service.stop());

const nowSeconds = () => Math.floor(Date.now() / 1000);

const connect = () => connectRelay(service.url);

test('a second implementation publishes, subscribes and counts', async () => {
  const relay = await Relay.connect(service.url.replace('http', 'ws'));
  const old = signed({ content: 'before', tags: [['t', 'second']] });
  expect(await relay.publish(plainEvent(old))).toBe('');
  const heard: string[] = [];
  const live = signed({ content: 'after', tags: [['t', 'second']] }, 2);
  await new Promise<void>((resolve) => {
    relay.subscribe([{ kinds: [1], '#t': ['second'] }], {
      onevent: (event) => {
        heard.push(event.id);
        if (event.id === live.id) resolve();
      },
      oneose: () => void relay.publish(plainEvent(live)),
    });
  });
  expect(heard).toEqual([old.id, live.id]);
  expect(await relay.count([{ '#t': ['second'] }], {})).toBe(2);
  relay.close();
});

test('E-15 events that fail verification are refused and stored nowhere', async () => {
  const client = await connect();
  const good = signed({ content: 'true words' });
  const forged = [
    ...bitFlips(good),
    { ...good, pubkey: signed({}, 3).pubkey },
    { ...good, created_at: plus(good.created_at, seconds(1)) },
  ];
  for (const event of forged) {
    client.frames.length = 0;
    client.say(['EVENT', event]);
    expect(await client.hear('OK')).toEqual([
      'OK',
      event.id,
      false,
      'invalid: malformed, or id or signature does not hold',
    ]);
  }
  expect(await service.store.events(forged.map(({ id }) => id))).toEqual([]);
  client.say(['EVENT', good], ['EVENT', good]);
  await client.hear('OK', good.id, true, 'duplicate: already have this event');
  expect(
    client.frames.filter(([type, , accepted]) => type === 'OK' && accepted === true),
  ).toHaveLength(2);
  client.socket.close();
});

test('INV-NEWEST E-19 an older version or one from the future is never acknowledged', async () => {
  const client = await connect();
  const made = nowSeconds();
  const [older, newer, early] = [made - 10, made, made + 800].map((created_at) =>
    signed({ kind: 3, created_at, tags: [['p', 'a'.repeat(64)]] }, 5),
  );
  client.say(['EVENT', newer]);
  await client.hear('OK', newer?.id ?? '', true);
  for (const [event, reason] of [
    [older, 'replaced: have newer event'],
    [older, 'replaced: have newer event'],
    [early, 'invalid: created_at is too far in the future for something that replaces'],
    [early, 'invalid: created_at is too far in the future for something that replaces'],
  ] as const) {
    client.frames.length = 0;
    client.say(['EVENT', event]);
    expect(await client.hear('OK')).toEqual(['OK', event?.id, false, reason]);
  }
  client.say(['REQ', 'list', { kinds: [3], authors: [newer?.pubkey] }]);
  expect(await client.hear('EVENT', 'list')).toEqual(['EVENT', 'list', newer]);
  client.socket.close();
});

test('deletions, expiry, protection and the future are answered with the prefixes of NIP-01', async () => {
  const client = await connect();
  const note = signed({ content: 'to be deleted' });
  const request = signed({ kind: 5, tags: [['e', note.id]] });
  const late = signed({ content: 'late', tags: [['expiration', String(nowSeconds() - 1)]] });
  const shielded = signed({ content: 'shielded', tags: [['-']] });
  const early = signed({ content: 'early', created_at: nowSeconds() + 5000 });
  client.say(['EVENT', note]);
  await client.hear('OK', note.id, true);
  client.say(['EVENT', request]);
  await client.hear('OK', request.id, true);
  client.frames.length = 0;
  client.say(...[note, late, shielded, early].map((event) => ['EVENT', event]));
  expect((await client.hear('OK', note.id, false))[3]).toMatch(/^blocked: /);
  expect((await client.hear('OK', late.id, false))[3]).toMatch(/^invalid: /);
  expect((await client.hear('OK', shielded.id, false))[3]).toMatch(/^auth-required: /);
  expect((await client.hear('OK', early.id, false))[3]).toMatch(/^invalid: /);
  client.say(['REQ', 'gone', { ids: [note.id] }]);
  await client.hear('EOSE', 'gone');
  expect(client.eventsOf('gone')).toEqual([]);
  client.socket.close();
});

test('ephemeral events reach subscribers until CLOSE, and a search has no live part', async () => {
  const [listener, speaker] = [await connect(), await connect()];
  listener.say(['REQ', 'live', { kinds: [20_000] }], ['REQ', 'words', { search: 'whisper' }]);
  await listener.hear('EOSE', 'words');
  const whisper = signed({ kind: 20_000, content: 'whisper', created_at: nowSeconds() });
  speaker.say(['EVENT', whisper]);
  expect(await listener.hear('EVENT', 'live')).toEqual(['EVENT', 'live', whisper]);
  listener.say(['CLOSE', 'live'], ['COUNT', 'turn', {}]);
  await listener.hear('COUNT', 'turn');
  speaker.say(['EVENT', signed({ kind: 20_000, content: 'again', created_at: nowSeconds() })]);
  await speaker.hear('OK');
  listener.say(['REQ', 'last', { limit: 0 }]);
  await listener.hear('EOSE', 'last');
  expect(listener.eventsOf('live')).toHaveLength(1);
  expect(listener.eventsOf('words')).toEqual([]);
  for (const { socket } of [listener, speaker]) socket.close();
});

test('NIP-01 a request for an impossible kind, by which clients test a connection, is answered', async () => {
  const client = await connect();
  client.say(
    ['REQ', 'probe', { kinds: [99_999], limit: 0 }],
    ['COUNT', 'none', { kinds: [70_000] }],
  );
  expect(await client.hear('EOSE', 'probe')).toEqual(['EOSE', 'probe']);
  expect(await client.hear('COUNT', 'none')).toEqual(['COUNT', 'none', { count: 0 }]);
  client.socket.close();
});

test('bad requests get an error; the hundred-and-first subscription is refused', async () => {
  const client = await connect();
  client.say(
    'not json',
    '{}',
    ['REQ'],
    ['REQ', ''],
    ['HELLO'],
    ['REQ', 'none'],
    ['REQ', 'bad', { ids: 'x' }],
    ['REQ', 'many', ...Array.from({ length: 21 }, () => ({}))],
  );
  await client.hear('CLOSED', 'many');
  expect(client.frames.map(([type]) => type)).toEqual([
    'NOTICE',
    'NOTICE',
    'NOTICE',
    'NOTICE',
    'NOTICE',
    'CLOSED',
    'CLOSED',
    'CLOSED',
  ]);
  for (let n = 0; n <= 100; n++) client.say(['REQ', `sub${n}`, { ids: ['0'.repeat(64)] }]);
  expect((await client.hear('CLOSED', 'sub100'))[2]).toMatch(/^rate-limited: /);
  client.socket.close();
});

test('NIP-11 the relay information is served to any origin', async () => {
  const response = await fetch(service.url, { headers: { Accept: 'application/nostr+json' } });
  expect(response.headers.get('content-type')).toBe('application/nostr+json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const information = (await response.json()) as {
    supported_nips: number[];
    limitation: { max_limit: number };
  };
  expect(information.supported_nips).toEqual([1, 9, 11, 40, 42, 45, 50, 70, 77]);
  expect(information.limitation.max_limit).toBe(1000);
});

/** Any code units, lone surrogates too. */
const text = fc
  .array(fc.nat(0xffff), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));

const junk = fc.oneof(
  text,
  fc.json(),
  fc
    .array(fc.anything({ maxDepth: 3, withNullPrototype: true }), { maxLength: 4 })
    .map((parts) => JSON.stringify(parts)),
  fc
    .tuple(
      fc.constantFrom('REQ', 'EVENT', 'CLOSE', 'COUNT', 'AUTH', 'NEG-OPEN'),
      fc.oneof(fc.constant('s'), fc.jsonValue()),
      fc.jsonValue({ maxDepth: 3 }),
    )
    .map((parts) => JSON.stringify(parts)),
  fc
    .record({ search: text, '#e': fc.array(fc.string()), since: fc.double() }, { requiredKeys: [] })
    .map((filter) => JSON.stringify(['REQ', 's', filter])),
);

test('E-27 E-28 thousands of random frames, text and binary, affect no other client', async () => {
  const frames = fc
    .sample(junk, { numRuns: runs(20_000), seed: 7 })
    .filter((frame): frame is string => frame !== undefined);
  const before = service.store.database.one(
    'select count(*) as n from events',
    [],
    (row) => row['n'],
  );
  for (let start = 0; start < frames.length; start += 1000) {
    const client = await connect();
    frames
      .slice(start, start + 1000)
      .forEach((frame, i) => client.socket.send(i % 10 === 0 ? Buffer.from(frame) : frame));
    client.say(['COUNT', 'end', { kinds: [1] }]);
    await client.hear('COUNT', 'end');
    client.socket.terminate();
  }
  expect(
    service.store.database.one('select count(*) as n from events', [], (row) => row['n']),
  ).toBe(before);
});

test('E-28 a frame above the limit ends only its own connection', async () => {
  const client = await connect();
  client.socket.on('error', () => {});
  client.socket.send(`["EVENT","${'x'.repeat(9_000_000)}"]`);
  const [code] = (await once(client.socket, 'close')) as [number];
  expect([1006, 1009]).toContain(code);
  const other = await connect();
  other.say(['COUNT', 'alive', {}]);
  await other.hear('COUNT', 'alive');
  other.socket.close();
});

test.runIf(isLong)(
  'real notes, reposts and zap receipts are returned as they were published',
  async () => {
    const client = await connect();
    const events = realEvents('events-network-primal.jsonl').filter(({ kind }) =>
      [1, 6, 9735].includes(kind),
    );
    client.say(...events.map((event) => ['EVENT', event]));
    for (const { id } of events) await client.hear('OK', id, true);
    client.say(['REQ', 'all', { ids: events.map(({ id }) => id) }]);
    await client.hear('EOSE', 'all');
    const back = new Map(client.eventsOf('all').map((event) => [event.id, event]));
    expect(events.map(({ id }) => back.get(id))).toEqual(events);
    client.socket.close();
  },
);
