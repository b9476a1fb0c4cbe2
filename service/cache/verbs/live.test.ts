import { afterEach, expect, test } from 'vitest';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { listenCache } from '../../../tests/support/connection/cache-client.ts';
import {
  contents,
  idsOf,
  key,
  openVillage,
  proofOf,
  type Village,
} from '../../../tests/support/service/village.ts';

const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function served(village: Village) {
  const server = await listenCache(village.context);
  stops.push(() => server.stop());
  return server.connect();
}

const show = (village: Village, n: number, ago: number, guest: number, d = 'show') =>
  village.post(
    n,
    {
      kind: KIND.LiveEvent,
      tags: [
        ['d', d],
        ['status', 'live'],
        ['p', key(guest), '', 'Host'],
      ],
    },
    ago,
  );
const about = (n: number, d = 'show') => ['a', `${KIND.LiveEvent}:${key(n)}:${d}`, '', 'root'];
const chat = (village: Village, n: number, content: string, ago = 0) =>
  village.post(n, { kind: KIND.LiveChatMessage, content, tags: [about(1)] }, ago);
const FEED = { kind: KIND.LiveEvent, pubkey: key(1), identifier: 'show', user_pubkey: key(9) };

test('find_live_events: events of the last hour with participants, as signed', async () => {
  const village = openVillage();
  const now = show(village, 1, 3_500, 2);
  const other = show(village, 1, 60, 2, 'other');
  show(village, 3, 3_700, 2, 'over');
  show(village, 4, 60, 5, 'elsewhere');
  expect(
    idsOf(await village.ask('find_live_events', { host_pubkey: key(2) }), KIND.LiveEvent),
  ).toEqual([other.id, now.id]);
  expect(
    idsOf(
      await village.ask('find_live_events', { host_pubkey: key(2), identifier: 'show' }),
      KIND.LiveEvent,
    ),
  ).toEqual([now.id]);
  expect(await village.notice('find_live_events')).toBe('error');
});

test('live_events_from_follows: running events with followed accounts, then changes, until CLOSE', async () => {
  const village = openVillage();
  village.follow(9, 2);
  const first = show(village, 1, 60, 2);
  show(village, 3, 60, 4, 'strangers');
  const client = await served(village);
  const frames = await client.request('live', 'live_events_from_follows', { user_pubkey: key(9) });
  expect(frames.map(({ frame }) => [frame[0], Object(frame[2]).id])).toEqual([
    ['EVENT', first.id],
    ['EOSE', undefined],
  ]);
  show(village, 3, 10, 4, 'strangers');
  const next = show(village, 1, 20, 2);
  expect((await client.take(1)).map(({ frame }) => frame)).toEqual([
    ['EVENT', 'live', JSON.parse(JSON.stringify(next))],
  ]);
  client.send(['CLOSE', 'live']);
  await client.request('sync', 'server_name');
  show(village, 1, 5, 2);
  expect((await client.request('after', 'server_name')).map(({ frame }) => frame[1])).toEqual([
    'after',
    'after',
  ]);
});

test('live_feed: chat, reactions and valid zaps with totals, then each new one', async () => {
  const village = openVillage();
  const event = show(village, 1, 60, 2);
  const line = chat(village, 3, 'hello', 30);
  const like = village.like(4, event, 20);
  const zap = village.zap(4, event, 21, 10);
  const forged = village.post(5, {
    kind: KIND.Zap,
    tags: [about(1), ['p', key(2)], ['bolt11', 'lnbc1'], ['description', '{}']],
  });
  village.post(3, { kind: KIND.LiveChatMessage, content: 'elsewhere', tags: [about(1, 'other')] });
  const client = await served(village);
  const frames = await client.request('feed', 'live_feed', FEED);
  const results = frames.slice(0, -1).map(({ frame }) => Object(frame[2]));
  expect(
    new Set(results.filter(({ kind }) => kind !== RESULT.LiveEventStats).map(({ id }) => id)),
  ).toEqual(new Set([line.id, like.id, zap.id]));
  expect(results.at(-1)).toEqual({
    kind: RESULT.LiveEventStats,
    created_at: expect.any(Number),
    content: '{"total_zaps":1,"total_satszapped":21}',
  });
  expect(JSON.stringify(results)).not.toContain(forged.id);
  const next = chat(village, 3, 'again');
  village.note(3, 'a note');
  const update = show(village, 1, 1, 2);
  expect((await client.take(2)).map(({ frame }) => Object(frame[2]).id)).toEqual([
    next.id,
    update.id,
  ]);
});

test('live_feed: moderation hides accounts that viewer or host muted, also later; `all` turns it off', async () => {
  const village = openVillage();
  show(village, 1, 60, 2);
  village.post(9, { kind: KIND.MuteList, tags: [['p', key(3)]] });
  village.post(1, { kind: KIND.MuteList, tags: [['p', key(4)]] });
  chat(village, 3, 'muted by the viewer');
  chat(village, 4, 'muted by the host');
  const seen = chat(village, 5, 'seen');
  const client = await served(village);
  const moderated = await client.request('feed', 'live_feed', {
    ...FEED,
    content_moderation_mode: 'moderated',
  });
  expect(moderated.flatMap(({ frame }) => Object(frame[2]).id ?? [])).toEqual([seen.id]);
  const all = await client.request('all', 'live_feed', FEED);
  expect(all.filter(({ frame }) => Object(frame[2]).kind === KIND.LiveChatMessage)).toHaveLength(3);
  client.send(['CLOSE', 'all']);
  await client.request('sync', 'server_name');
  chat(village, 4, 'muted again');
  const last = chat(village, 5, 'seen again');
  expect((await client.take(1)).map(({ frame }) => Object(frame[2]).id)).toEqual([last.id]);
});

test('live_feed requires a stream, its host and a viewer', async () => {
  const client = await served(openVillage());
  for (const missing of ['kind', 'pubkey', 'identifier', 'user_pubkey']) {
    const frames = await client.request('feed', 'live_feed', { ...FEED, [missing]: undefined });
    expect(frames.map(({ frame }) => frame)).toEqual([
      ['NOTICE', 'feed', 'error'],
      ['EOSE', 'feed'],
    ]);
  }
});

test("events stored while a stream's response is sent follow it and are not lost", async () => {
  const village = openVillage();
  show(village, 1, 60, 2);
  for (let i = 0; i < 50; i++) chat(village, 3, `line ${i}`, i);
  const client = await served(village);
  client.send(['REQ', 'p', { cache: ['set_primal_protocol', { compression: 'zlib' }] }]);
  client.send(['REQ', 'feed', { cache: ['live_feed', FEED] }]);
  const during: string[] = [];
  // Repeated until the response arrives.
  const saying = setInterval(() => during.push(chat(village, 5, `during ${during.length}`).id), 0);
  const [, answer, end] = await client.take(3);
  clearInterval(saying);
  expect([answer?.frame[0], end?.frame[0]]).toEqual(['EVENTS', 'EOSE']);
  const first = JSON.stringify(answer?.frame);
  const missing = during.filter((id) => !first.includes(id));
  expect((await client.take(missing.length)).map(({ frame }) => Object(frame[2]).id)).toEqual(
    missing,
  );
});

test('counts of messages and notifications: EOSE first, then 0 unread messages; no notifications', async () => {
  const village = openVillage();
  const client = await served(village);
  for (const verb of ['directmsg_count', 'directmsg_count_2']) {
    client.send(['REQ', verb, { cache: [verb, { pubkey: key(1) }] }]);
    const told =
      verb === 'directmsg_count'
        ? { kind: RESULT.MessageStats, cnt: 0 }
        : { kind: 10000134, content: '0' };
    expect((await client.take(2)).map(({ frame }) => frame)).toEqual([
      ['EOSE', verb],
      ['EVENT', verb, told],
    ]);
  }
  for (const verb of ['notification_counts', 'notification_counts_2', 'notifications'])
    expect(
      (await client.request(verb, verb, { pubkey: key(1) })).map(({ frame }) => frame),
    ).toEqual([['EOSE', verb]]);
  const asked = { user_pubkey: key(1), event_from_user: proofOf(1) };
  expect(contents(await village.ask('get_directmsg_contacts', asked), RESULT.Range)).toEqual([
    { order_by: 'latest_at', elements: [] },
  ]);
});
