import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { prefetchPath } from '../../src/events/connection/prefetch.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { key } from '../../tests/support/service/village.ts';
import { type Service, startService } from '../start.ts';
import { PRIVATE_KINDS } from '../store/filters/private-kinds.ts';

let service: Service;

beforeEach(async () => {
  service = await startService({ port: 0 });
});

afterEach(() => service.stop());

const now = () => Math.floor(Date.now() / 1000);
const letters = () =>
  PRIVATE_KINDS.map((kind) =>
    signed(
      {
        kind,
        content: 'https://secret.example/page',
        tags: [
          ['d', 'x'],
          ['p', key(2)],
        ],
        created_at: now(),
      },
      1,
    ),
  );

test('NIP-04 NIP-59 private messages leave by no interface: not by HTTP, the caching socket or the relay', async () => {
  const relay = await connectRelay(service.url);
  const cache = new WebSocket(`${service.url.replace('http', 'ws')}/v1`);
  const heard: string[] = [];
  cache.on('message', (data: Buffer) => heard.push(data.toString()));
  await once(cache, 'open');
  const events = letters();
  const ids = events.map(({ id }) => id);
  relay.say(['REQ', 'live', {}], ['REQ', 'own', { kinds: [1, 4, 1059], '#p': [key(2)] }]);
  for (const id of ['live', 'own']) await relay.hear('EOSE', id);
  cache.send(JSON.stringify(['REQ', 'since', { since: 1 }]));
  for (const event of events) relay.say(['EVENT', event]);
  for (const { id } of events) expect(await relay.hear('OK', id)).toMatchObject({ 2: true });
  relay.say(['REQ', 'ids', { ids }], ['COUNT', 'n', { ids }]);
  relay.say(
    ['REQ', 'found', { search: 'secret' }],
    ['REQ', 'named', { kinds: [4, 1059], authors: [key(1)], '#p': [key(2)] }],
  );
  await relay.hear('EOSE', 'found');
  // A request for only private kinds requires authentication.
  expect(String((await relay.hear('CLOSED', 'named'))[2])).toMatch(/^auth-required: /);
  await relay.hear('EOSE', 'ids');
  expect(await relay.hear('COUNT', 'n')).toEqual(['COUNT', 'n', { count: 0 }]);
  cache.send(JSON.stringify(['REQ', 'ids', { ids }]));
  cache.send(JSON.stringify(['REQ', 'imported', { cache: ['import_events', { events }] }]));
  await expect.poll(() => heard.join('\n')).toContain('["EOSE","imported"]');
  const questions = [
    { verb: 'events', payload: { event_ids: ids } },
    { verb: 'thread_view', payload: { event_id: ids[0] } },
    {
      verb: 'parametrized_replaceable_event',
      payload: { kind: 31_234, pubkey: key(1), identifier: 'x' },
    },
  ];
  const said = [await (await fetch(service.url + prefetchPath(questions))).text()];
  for (const { verb, payload } of questions)
    said.push(
      await (
        await fetch(`${service.url}/api`, { method: 'POST', body: JSON.stringify([verb, payload]) })
      ).text(),
    );
  // Pages of the site with their metadata for link previews, and a preview of one of them.
  for (const id of ids.slice(0, 4)) said.push(await (await fetch(`${service.url}/e/${id}`)).text());
  const everything = [...said, ...heard, JSON.stringify(relay.frames)].join('\n');
  expect(events.filter(({ sig }) => everything.includes(sig)).map(({ kind }) => kind)).toEqual([]);
  for (const { socket } of [relay, { socket: cache }]) socket.close();
});

test('E-21 a link in a private message is stored nowhere and never fetched', async () => {
  const events = letters().flatMap((event) => service.gate.verify(event) ?? []);
  await service.store.insert(events);
  for (const table of ['links', 'media', 'previews', 'note_text'])
    expect([
      table,
      service.store.database.one(`select count(*) as n from ${table}`, [], (row) => row['n']),
    ]).toEqual([table, 0]);
});

test('NIP-59 a repost that contains a private message is refused', async () => {
  const relay = await connectRelay(service.url);
  const [letter] = letters();
  const repost = signed(
    {
      kind: 6,
      content: JSON.stringify(letter),
      tags: [['e', letter?.id ?? '']],
      created_at: now(),
    },
    3,
  );
  relay.say(['EVENT', repost]);
  expect(await relay.hear('OK', repost.id)).toEqual([
    'OK',
    repost.id,
    false,
    'blocked: a private message is repeated in it',
  ]);
  relay.socket.close();
});

test('NIP-40 an event with an invalid expiration is refused, because it would stay forever', async () => {
  const relay = await connectRelay(service.url);
  for (const end of ['Infinity', '1e99', '-5', 'tomorrow', '', '1.5']) {
    const event = signed({ content: end, tags: [['expiration', end]], created_at: now() });
    relay.say(['EVENT', event]);
    expect(await relay.hear('OK', event.id)).toEqual([
      'OK',
      event.id,
      false,
      'invalid: the expiration is no time in seconds',
    ]);
  }
  const good = signed({
    content: 'ends',
    tags: [['expiration', String(now() + 100)]],
    created_at: now(),
  });
  relay.say(['EVENT', good]);
  expect(await relay.hear('OK', good.id)).toMatchObject({ 2: true });
  relay.socket.close();
});
