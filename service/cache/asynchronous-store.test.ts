import { expect, test } from 'vitest';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { asynchronously } from '../../tests/support/store/asynchronous-store.ts';
import {
  key,
  memberOf,
  NOW,
  openVillage,
  requestFor,
  verify,
  type Village,
} from '../../tests/support/service/village.ts';
import { openQuota } from '../media/upload-quota.ts';
import { openCache } from './cache-context.ts';
import { answer, ANSWERS, answerStream } from './answer-verb.ts';

/** The same village on an asynchronous engine. */
const slow = (village: Village) => openCache(asynchronously(village.store), { verify });

function peopled() {
  const village = openVillage();
  for (const [n, name] of ['ann', 'ben', 'cid'].entries()) village.profile(n + 1, name);
  village.follow(1, 2, 3);
  village.follow(2, 1);
  const note = village.note(2, 'the river sings', 100, [['t', 'water']]);
  village.reply(3, note, 'so it does', 90);
  village.like(3, note, 80);
  village.repost(1, note, 70);
  village.zap(1, note, 21, 60);
  const tags = [
    ['d', 'essay'],
    ['published_at', String(NOW - 50)],
  ];
  village.post(2, { kind: KIND.LongForm, content: 'one two', tags }, 50);
  village.post(1, { kind: KIND.MuteList, tags: [['word', 'nothing']] }, 40);
  return { village, note };
}

test('every verb gives the same results on an asynchronous engine', async () => {
  const { village, note } = peopled();
  const context = slow(village);
  const common = {
    event_id: note.id,
    event_ids: [note.id],
    pubkey: key(2),
    pubkeys: [key(1), key(2)],
    user_pubkey: key(1),
    host_pubkey: key(2),
    sender: key(1),
    receiver: key(2),
    identifier: 'essay',
    query: 'river',
    kind: KIND.Text,
    notes: 'follows',
    timeframe: 'trending',
    scope: 'global',
    selector: 'trending_24h',
    by: 'interactions',
    spec: '{"id":"latest","kind":"notes"}',
    directive: 'global;trending',
    subkey: 'user-home-feeds',
    name: 'ann',
  };
  const verbs = [...ANSWERS.keys()];
  const [said, expected] = await Promise.all([
    Promise.all(verbs.map((verb) => answer(context, verb, common))),
    Promise.all(verbs.map((verb) => answer(village.context, verb, common))),
  ]);
  verbs.forEach((verb, at) => expect([verb, said[at]]).toEqual([verb, expected[at]]));
  expect(
    expected.filter((reply) => 'results' in reply && reply.results.length > 0).length,
  ).toBeGreaterThan(40);
});

test('concurrent saves of settings are all kept, and a requested name goes to one account', async () => {
  const village = openVillage();
  const context = slow(village);
  const saves = ['a', 'b', 'c'].map((name) =>
    answer(context, 'set_app_settings', {
      settings_event: requestFor('set_app_settings', 1, { [name]: 1 }),
    }),
  );
  await Promise.all(saves);
  const kept = parseJson((await village.store.settingsOf(key(1))) ?? '');
  expect(parseJson(isRecord(kept) ? String(field(kept, 'content')) : '')).toEqual({
    a: 1,
    b: 1,
    c: 1,
  });

  await village.store.putMembers(
    [1, 2].map((n) => memberOf(key(n), { tier: 'premium', premiumSince: NOW })),
  );
  const asked = [1, 2].map((n) =>
    answer(context, 'membership_change_name', {
      event_from_user: requestFor('membership_change_name', n, { name: 'ann' }),
    }),
  );
  const given = (await Promise.all(asked)).flatMap((reply) =>
    'results' in reply ? reply.results : [reply.notice],
  );
  expect(given.map((text) => text.includes('\\"available\\":true'))).toEqual([true, false]);
  expect((await village.store.memberNamed('ann'))?.pubkey).toBe(key(1));
});

test('concurrent uploads reserve space one after the other, and freed space is available at once', async () => {
  const { store } = openVillage();
  const quota = openQuota(asynchronously(store), { files: 1, all: 15 });
  const rooms = await Promise.all([1, 2, 3].map((n) => quota.reserve(key(n), 10, 10)));
  expect(rooms.map((room) => (typeof room === 'string' ? room : room.most))).toEqual([
    10,
    'all',
    'all',
  ]);
  const [first] = rooms;
  const next = quota.reserve(key(2), 10, 10);
  // The store has answered, and the response is on its way.
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
  await store.keepUpload(
    { hash: 'a'.repeat(64), mime: 'image/png', size: 10, width: 1, height: 1 },
    key(1),
  );
  if (first && typeof first !== 'string') first.release();
  expect(await next).toBe('all');
  expect(await quota.reserve(key(2), 10, 5)).toMatchObject({ most: 5 });
});

test("CACHE-07 each event stored during a stream's response is sent once, and none after CLOSE", async () => {
  const village = openVillage();
  const show = village.post(2, { kind: KIND.LiveEvent, tags: [['d', 'show']] }, 100);
  const tags = [['a', `${KIND.LiveEvent}:${key(2)}:show`]];
  const chat = (content: string) =>
    village.post(1, { kind: KIND.LiveChatMessage, content, tags }).id;
  const payload = { kind: KIND.LiveEvent, pubkey: key(2), identifier: 'show', user_pubkey: key(1) };
  const { answer: first, open } = answerStream(slow(village), 'live_feed', payload);
  const told: unknown[] = [];
  const idOf = (result: string) => field(Object(parseJson(result)), 'id');
  const stop = open?.((result) => told.push(idOf(result)));
  const answering = first();
  // The validity of a zap requires a lookup, too.
  const early = [village.zap(1, show, 21).id, chat('one')];
  // The chat has been read by then, its zaps have not.
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  early.push(chat('two'), village.zap(3, show, 5).id);
  const answered = await answering;
  const given = 'results' in answered ? answered.results.map(idOf) : [];
  const later = early.filter((id) => !given.includes(id));
  const last = [village.zap(4, show, 1).id, chat('last')];
  await expect.poll(() => told).toEqual([...later, ...last]);
  expect([later.length > 0, later.length < early.length]).toEqual([true, true]);
  chat('late');
  stop?.();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(told).toHaveLength(later.length + last.length);
});
