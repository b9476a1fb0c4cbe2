import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { secretKey } from '../../../tests/support/events/signed.ts';
import {
  contents,
  elements,
  idsOf,
  key,
  NOW,
  openVillage,
  requestFor,
  type Said,
  type Village,
} from '../../../tests/support/service/village.ts';
import { StoreUnavailable } from '../../errors.ts';
import { unseenCounts } from '../results/notification-results.ts';
import { answerStream } from '../answer-verb.ts';
import { isLong } from '../../../tests/support/runs.ts';

const [ANN, BEN, CAT, DAN] = [1, 2, 3, 4];
let village: Village;

const request = (verb: string, n: number, content: unknown = {}, created_at = NOW) =>
  requestFor(verb, n, content, { created_at });
const settle = (n: number, content: unknown = {}) =>
  village.ask('set_app_settings', { settings_event: request('set_app_settings', n, content) });
const told = (said: readonly Said[]) => contents(said, RESULT.Notification);
const typesOf = (said: readonly Said[]) => told(said).map(({ type }) => type);
const asked = (n: number, more: Record<string, unknown> = {}) =>
  village.ask('get_notifications', { pubkey: key(n), ...more });
const types = async () => typesOf(await asked(ANN));

/** Collect the results of a stream. Returns them and a function that stops it. */
function listen(verb: string, n: number) {
  const heard: Record<string, unknown>[] = [];
  const { open } = answerStream(village.context, verb, { pubkey: key(n) });
  const stop = open?.((result) => {
    const value = parseJson(result);
    if (isRecord(value)) heard.push(value);
  });
  return { heard, stop: () => stop?.() };
}
const settled = () => vi.advanceTimersByTimeAsync(500);

beforeEach(async () => {
  vi.useFakeTimers();
  village = openVillage();
  for (const [n, name] of [
    [ANN, 'ann'],
    [BEN, 'ben'],
    [CAT, 'cat'],
    [DAN, 'dan'],
  ] as const)
    village.profile(n, name);
  await settle(ANN);
});
afterEach(() => {
  expect(village.logged).toEqual([]);
  vi.useRealTimers();
});

test('NOTIF-01 a stream opened during a store outage reports it and leaves no unhandled rejection', async () => {
  const store = {
    ...village.store,
    lastNotification: async () => Promise.reject(new StoreUnavailable(new Error('gone'))),
  };
  const { open, answer } = answerStream({ ...village.context, store }, 'notifications', {
    pubkey: key(ANN),
  });
  const stop = open?.(() => undefined);
  expect(await answer()).toEqual({ notice: 'the database is away, try again later' });
  stop?.();
});

test('NOTIF-01 get_notifications returns each type with its own fields, newest first', async () => {
  const note = village.note(ANN, 'hello', 900);
  const other = village.note(BEN, 'mine', 890);
  village.follow(BEN, ANN);
  const zap = village.zap(BEN, note, 21, 800);
  village.like(CAT, note, 700);
  village.repost(DAN, note, 600);
  const reply = village.reply(BEN, note, 'answer', 500);
  const mention = village.note(CAT, `see nostr:${npubOf(key(ANN))}`, 400);
  const quote = village.note(DAN, 'as she says', 300, [['q', note.id]]);
  const highlight = village.post(
    BEN,
    { kind: KIND.Highlight, content: 'hello', tags: [['e', note.id]] },
    200,
  );
  village.post(CAT, { kind: KIND.Bookmarks, tags: [['e', note.id]] }, 100);
  const deep = village.reply(DAN, reply, 'deeper', 50);
  village.like(ANN, other, 40);
  village.zap(CAT, note, 5_000_000, 30);
  const said = await asked(ANN);
  const base = (type: number, ago: number) => ({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    pubkey: key(ANN),
    created_at: NOW - ago,
    type,
  });
  expect(zap.id).toBeDefined();
  expect(told(said)).toEqual([
    { ...base(601, 50), who_replied_to_it: key(DAN), your_post: note.id, reply: deep.id },
    { ...base(302, 100), who_bookmarked_it: key(CAT), your_post: note.id },
    {
      ...base(301, 200),
      who_highlighted_it: key(BEN),
      your_post: note.id,
      highlight: highlight.id,
    },
    {
      ...base(8, 300),
      your_post_was_mentioned_by: key(DAN),
      your_post: note.id,
      your_post_were_mentioned_in: quote.id,
    },
    { ...base(7, 400), you_were_mentioned_by: key(CAT), you_were_mentioned_in: mention.id },
    { ...base(6, 500), who_replied_to_it: key(BEN), your_post: note.id, reply: reply.id },
    { ...base(5, 600), who_reposted_it: key(DAN), your_post: note.id },
    { ...base(4, 700), who_liked_it: key(CAT), your_post: note.id, reaction: '+' },
    {
      ...base(3, 800),
      who_zapped_it: key(BEN),
      your_post: note.id,
      satszapped: 21,
      message: 'Onward',
    },
    { ...base(1, 500_000), follower: key(BEN) },
  ]);
  expect(contents(said, RESULT.UserStats)).toContainEqual({ pubkey: key(BEN), followers_count: 0 });
  expect(idsOf(said, KIND.Metadata)).toHaveLength(4);
  expect(elements(said)).toEqual([deep.id, highlight.id, quote.id, mention.id, reply.id, note.id]);
  expect(told(await asked(ANN)).map(({ id }) => id)).toEqual(told(said).map(({ id }) => id));
});

test('NOTIF-01 get_notifications: groups, both bounds included, pages by until, at most 50', async () => {
  const note = village.note(ANN, 'hello', 900);
  for (let n = 0; n < 60; n++) village.like(5 + n, note, 800 - n);
  village.zap(BEN, note, 21, 50);
  village.reply(BEN, note, 'answer', 40);
  village.repost(BEN, note, 30);
  village.note(BEN, `nostr:${npubOf(key(ANN))}`, 20);
  for (const [group, expected] of [
    ['zaps', [3]],
    ['replies', [6]],
    ['mentions', [7]],
    ['reposts', [5]],
  ] as const)
    expect(typesOf(await asked(ANN, { type_group: group }))).toEqual(expected);
  expect(await types()).toHaveLength(50);
  expect(typesOf(await asked(ANN, { type_group: 'cats', limit: 4 }))).toEqual([7, 5, 6, 3]);
  expect(typesOf(await asked(ANN, { since: NOW - 40, until: NOW - 30 }))).toEqual([5, 6]);
  const seen = new Set<unknown>();
  for (let until = NOW, more = true; more; ) {
    const page = told(await asked(ANN, { until, limit: 20 }));
    more = page.some(({ id }) => !seen.has(id));
    for (const { id } of page) seen.add(id);
    until = Number(page.at(-1)?.['created_at']);
  }
  expect(seen.size).toBe(64);
  expect(typesOf(await asked(ANN, { limit: 2, offset: 1 }))).toEqual([5, 6]);
});

test('NOTIF-06 get_notifications applies settings, and hides too many mentions by default', async () => {
  const note = village.note(ANN, 'hello', 900);
  village.follow(ANN, CAT);
  const crowd = Array.from({ length: 11 }, (_, n) => `nostr:${npubOf(key(n + 5))}`).join(' ');
  village.note(BEN, `nostr:${npubOf(key(ANN))} ${crowd}`, 500);
  village.like(BEN, note, 400);
  village.like(CAT, note, 300);
  village.reply(CAT, village.reply(BEN, note, 'one', 290), 'two', 200);
  expect(await types()).toEqual([601, 6, 4, 4]);
  await settle(ANN, { notificationsAdditional: { ignore_events_with_too_many_mentions: false } });
  expect(await types()).toEqual([601, 6, 4, 4, 7]);
  await settle(ANN, {
    notifications: { YOUR_POST_WAS_REPLIED_TO: false },
    notificationsAdditional: { include_deep_replies: false },
  });
  expect(await types()).toEqual([4, 4]);
  await settle(ANN, {
    notifications: {},
    notificationsAdditional: { only_show_reactions_from_users_i_follow: true },
  });
  expect(await types()).toEqual([601, 4]);
});

test("NOTIF-06 SETTINGS-11 a reaction that is no like has its own switch; strangers' messages count", async () => {
  const note = village.note(ANN, 'hello', 900);
  village.follow(ANN, CAT);
  village.like(BEN, note, 400);
  village.post(
    CAT,
    {
      kind: KIND.Reaction,
      content: '🔥',
      tags: [
        ['e', note.id],
        ['p', key(ANN)],
      ],
    },
    300,
  );
  for (const from of [BEN, CAT])
    village.post(
      from,
      { kind: KIND.EncryptedDirectMessage, content: 'x?iv=y', tags: [['p', key(ANN)]] },
      200,
    );
  const reactions = async () => told(await asked(ANN)).map(({ reaction }) => reaction);
  const counted = async () => (await unseenCounts(village.store, key(ANN)))['401'];
  expect(await reactions()).toEqual(['🔥', '+']);
  await settle(ANN, { notifications: { YOUR_POST_HAD_REACTION: false } });
  expect(await reactions()).toEqual(['+']);
  await settle(ANN, { notifications: { YOUR_POST_WAS_LIKED: false } });
  expect(await reactions()).toEqual(['🔥']);
  await settle(ANN, {
    notificationsAdditional: { only_show_dm_notifications_from_users_i_follow: true },
  });
  expect(await counted()).toBe(1);
  await settle(ANN, {
    notificationsAdditional: { only_show_dm_notifications_from_users_i_follow: false },
  });
  expect(await counted()).toBe(2);
  await settle(ANN, {
    notifications: { NEW_DIRECT_MESSAGE: false },
    notificationsAdditional: { only_show_dm_notifications_from_users_i_follow: false },
  });
  expect(await counted()).toBe(0);
});

test("NOTIF-01 get_notifications leaves out muted accounts, the viewer's mutes and deleted events", async () => {
  const note = village.note(ANN, 'hello', 900);
  const answers = [
    village.reply(BEN, note, 'one', 500),
    village.reply(CAT, note, 'a dreadful word', 400),
    village.reply(DAN, note, 'three', 300),
  ];
  village.post(ANN, {
    kind: KIND.MuteList,
    tags: [
      ['p', key(BEN)],
      ['word', 'dreadful'],
    ],
  });
  expect(told(await asked(ANN)).map(({ reply }) => reply)).toEqual([answers[2]?.id]);
  expect((await asked(ANN)).some(({ result }) => result['id'] === answers[0]?.id)).toBe(false);
  village.post(BEN, { kind: KIND.MuteList, tags: [['p', key(DAN)]] });
  expect(typesOf(await asked(ANN, { user_pubkey: key(BEN) }))).toEqual([]);
  village.post(DAN, { kind: KIND.EventDeletion, tags: [['e', answers[2]?.id ?? '']] });
  expect(await types()).toEqual([]);
});

test("NOTIF-05 get_notifications_seen and set_notifications_seen: the event's time, and all counts are 0", async () => {
  const { heard, stop } = listen('notification_counts', ANN);
  const note = village.note(ANN, 'hello', 900);
  village.like(BEN, note, 100);
  await settled();
  expect(heard.at(-1)).toMatchObject({
    kind: RESULT.NotificationStats,
    pubkey: key(ANN),
    4: 1,
    601: 0,
  });
  expect(await village.ask('get_notifications_seen', { pubkey: key(ANN) })).toEqual([]);
  expect(
    await village.ask('set_notifications_seen', {
      event_from_user: request('set_notifications_seen', ANN, {}, NOW - 7),
    }),
  ).toEqual([]);
  expect((await village.ask('get_notifications_seen', { pubkey: key(ANN) }))[0]?.result).toEqual({
    kind: RESULT.NotificationsSeen,
    content: String(NOW - 7),
  });
  await settled();
  expect(heard.at(-1)).toMatchObject({ 4: 0 });
  const forged: SignedEvent = { ...request('set_notifications_seen', ANN), pubkey: key(BEN) };
  expect(await village.notice('set_notifications_seen', { event_from_user: forged })).toBe(
    'verification failed',
  );
  stop();
});

test('NOTIF-04 notification_counts, notification_counts_2 and notifications are live for each listener', async () => {
  const streams = [
    listen('notification_counts', ANN),
    listen('notification_counts', ANN),
    listen('notification_counts_2', ANN),
  ];
  const news = listen('notifications', ANN);
  const nobody = listen('notification_counts', BEN);
  await settled();
  const note = village.note(ANN, 'hello', 900);
  const like = village.like(BEN, note, 100);
  await village.store.insert([like]);
  village.reply(CAT, note, 'answer', 90);
  village.post(BEN, {
    kind: KIND.EncryptedDirectMessage,
    content: 'x?iv=y',
    tags: [['p', key(ANN)]],
  });
  await settled();
  await settled();
  const keys = (value: object) =>
    Object.keys(value).filter((name) => name !== 'kind' && name !== 'pubkey' && name !== 'content');
  const [one, other, second] = streams.map(({ heard }) => heard);
  expect(one?.at(-1)).toMatchObject({ 4: 1, 6: 1, 401: 0 });
  expect(keys(one?.at(-1) ?? {})).toHaveLength(21);
  expect(other).toEqual(one);
  expect(second?.at(-1)).toMatchObject({ kind: RESULT.NotificationStats2, pubkey: key(ANN) });
  expect(parseJson(String(second?.at(-1)?.['content']))).toMatchObject({ 4: 1, 6: 1 });
  expect(news.heard.map(({ content }) => parseJson(String(content)))).toMatchObject([
    { type: 4 },
    { type: 6 },
  ]);
  expect(nobody.heard).toEqual([]);
  village.follow(ANN, BEN);
  await settled();
  expect(one?.at(-1)).toMatchObject({ 4: 1, 6: 1, 401: 1 });
  const before = one?.length;
  for (const { stop } of [...streams, news, nobody]) stop();
  village.like(DAN, note, 80);
  await settled();
  expect(one).toHaveLength(before ?? 0);
  expect(news.heard).toHaveLength(2);
});

test('NOTIF-04 DM-02 DM-03 a read message no longer counts as new, for one sender or for all', async () => {
  const { heard, stop } = listen('notification_counts', ANN);
  village.follow(ANN, BEN, CAT, DAN);
  for (const one of [BEN, CAT, DAN])
    village.post(one, {
      kind: KIND.EncryptedDirectMessage,
      content: 'x?iv=y',
      tags: [['p', key(ANN)]],
    });
  await settled();
  await settled();
  expect(heard.at(-1)).toMatchObject({ 401: 3 });
  await village.ask('reset_directmsg_count', {
    event_from_user: request('reset_directmsg_count', ANN),
    sender: key(CAT),
  });
  await settled();
  expect(heard.at(-1)).toMatchObject({ 401: 2 });
  await village.ask('reset_directmsg_counts', {
    event_from_user: request('reset_directmsg_counts', ANN),
  });
  await settled();
  expect(heard.at(-1)).toMatchObject({ 401: 0 });
  stop();
});

test('NOTIF-04 during bursts counts are read a few times per second', async () => {
  const { heard, stop } = listen('notification_counts', ANN);
  await settled();
  const note = village.note(ANN, 'hello', 900);
  for (let n = 0; n < 30; n++) {
    village.like(5 + n, note, 800 - n);
    await vi.advanceTimersByTimeAsync(10);
  }
  await settled();
  expect(heard.at(-1)).toMatchObject({ 4: 30 });
  expect(heard.length).toBeLessThan(6);
  stop();
});

test('NOTIF-04 counts are repeated every half minute, and no timer is left without listeners', async () => {
  const { heard, stop } = listen('notification_counts', ANN);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(heard).toHaveLength(3);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('NOTIF-01 a live event notifies the followers of its host once, and not again on updates', async () => {
  village.follow(ANN, BEN);
  const proof = bytesToHex(
    schnorr.sign(sha256(utf8ToBytes(`${KIND.LiveEvent}:${key(CAT)}:show`)), secretKey(BEN)),
  );
  const show = (ago: number, status: string) =>
    village.post(
      CAT,
      {
        kind: KIND.LiveEvent,
        tags: [
          ['d', 'show'],
          ['status', status],
          ['p', key(BEN), '', 'Host', proof],
        ],
      },
      ago,
    );
  show(900, 'planned');
  expect(await types()).toEqual([]);
  show(800, 'live');
  const last = show(700, 'live');
  expect(told(await asked(ANN))).toMatchObject([
    {
      type: 501,
      created_at: NOW - 800,
      host: key(BEN),
      live_event_id: last.id,
      coordinate: `${KIND.LiveEvent}:${key(CAT)}:show`,
    },
  ]);
});

test('NOTIF-01 only accounts with settings are notified; requesting settings is enough', async () => {
  const note = village.note(BEN, 'mine', 900);
  village.like(ANN, note, 800);
  expect(typesOf(await asked(BEN))).toEqual([]);
  await village.ask('get_app_settings', { event_from_user: request('get_app_settings', BEN) });
  village.like(CAT, note, 700);
  expect(typesOf(await asked(BEN))).toEqual([4, 4]);
  expect(await village.notice('get_notifications', {})).toBe('error');
});

test('NOTIF-01 a host needs a proof, and muting an announcer hides all of their live events', async () => {
  village.follow(ANN, BEN);
  const show = (d: string, ...proof: string[]) => {
    const tags = [
      ['d', d],
      ['status', 'live'],
      ['p', key(BEN), '', 'Host', ...proof],
    ];
    village.post(CAT, { kind: KIND.LiveEvent, tags }, 900);
  };
  const proof = bytesToHex(
    schnorr.sign(sha256(utf8ToBytes(`${KIND.LiveEvent}:${key(CAT)}:true`)), secretKey(BEN)),
  );
  show('none');
  show('other', proof);
  expect(await types()).toEqual([]);
  show('true', proof);
  expect(await types()).toEqual([501]);
  village.post(ANN, { kind: KIND.MuteList, tags: [['p', key(CAT)]] });
  expect(await types()).toEqual([]);
});

test.runIf(isLong)(
  'NOTIF-04 a thousand likes by a muted account hide no other count, and a burst is complete',
  async () => {
    const news = listen('notifications', ANN);
    await settled();
    const note = village.note(ANN, 'hello', 90_000);
    village.reply(CAT, note, 'answer', 80_000);
    for (let n = 0; n < 1_005; n++)
      village.post(BEN, { kind: KIND.Reaction, content: '+', tags: [['e', note.id]] }, 5_000 - n);
    await settled();
    await settled();
    expect(news.heard).toHaveLength(1_006);
    news.stop();
    village.post(ANN, { kind: KIND.MuteList, tags: [['p', key(BEN)]] });
    const { heard, stop } = listen('notification_counts', ANN);
    await settled();
    expect(heard.at(-1)).toMatchObject({ 4: 0, 6: 1 });
    stop();
  },
);

test('NOTIF-05 the seen time never goes back nor into the future, and newer notifications stay unread', async () => {
  const note = village.note(ANN, 'hello', 900);
  village.like(BEN, note, 100);
  village.like(CAT, note, 50);
  const unread = async () => (await village.store.unreadNotifications(key(ANN), 9)).length;
  await village.ask('set_notifications_seen', {
    event_from_user: request('set_notifications_seen', ANN, {}, NOW - 70),
  });
  expect(await unread()).toBe(1);
  await village.ask('set_notifications_seen', {
    event_from_user: request('set_notifications_seen', ANN, {}, NOW - 80),
  });
  expect(await unread()).toBe(1);
  await village.ask('set_notifications_seen', {
    event_from_user: request('set_notifications_seen', ANN, {}, NOW + 200),
  });
  expect(await unread()).toBe(0);
  expect(
    (await village.ask('get_notifications_seen', { pubkey: key(ANN) }))[0]?.result,
  ).toMatchObject({ content: String(NOW) });
});

test('NOTIF-04 the stream misses nothing after the newest is deleted', async () => {
  const note = village.note(ANN, 'hello', 900);
  const like = village.like(BEN, note, 100);
  const news = listen('notifications', ANN);
  await settled();
  village.post(BEN, { kind: KIND.EventDeletion, tags: [['e', like.id]] }, 50);
  village.like(CAT, note, 40);
  await settled();
  expect(news.heard).toHaveLength(1);
  news.stop();
});
