import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { runs } from '../../../tests/support/runs.ts';
import { rearranged } from '../../../tests/support/store/store-histories.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { onEachEngine } from '../../../tests/support/store/engines.ts';
import { openStore } from '../sqlite/sqlite-store.ts';
import type { Store } from '../store.ts';
import { NOTIFICATION_TYPE } from './notification-types.ts';

const NOW = 1_760_000_000;
const PEOPLE = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
const [ANN = '', BEN = '', CID = ''] = PEOPLE;
const ALL = { since: 0, until: NOW * 2, before: Number.MAX_SAFE_INTEGER, limit: 1_000, offset: 0 };
const TYPES = Object.values(NOTIFICATION_TYPE);

const OPTIONS = { now: () => seconds(NOW), verify: (event: SignedEvent) => trusted(event) };

const post = (
  pubkey: string,
  ago: number,
  fields: { kind?: number; content?: string; tags?: string[][] } = {},
) => trusted({ kind: KIND.Text, content: '', tags: [], ...fields, pubkey, created_at: NOW - ago });
const answer = (pubkey: string, ago: number, ...above: readonly VerifiedEvent[]) =>
  post(pubkey, ago, { tags: above.map(({ id }, i) => ['e', id, '', i === 0 ? 'root' : 'reply']) });

/** An account's notifications in a form that does not depend on the order of arrival. */
async function told(store: Store, pubkey: string) {
  const rows = await store.notificationsOf(pubkey, TYPES, ALL);
  const unread = await store.unreadNotifications(pubkey, 1_000);
  const seen = new Set(unread.map(({ seq }) => seq));
  return rows
    .map(({ type, actor, subject, causeId, key, seq }) =>
      JSON.stringify([type, actor, subject, causeId, key, seen.has(seq)]),
    )
    .toSorted();
}

const types = async (store: Store, pubkey: string) =>
  (await store.notificationsOf(pubkey, TYPES, ALL))
    .map(({ type }) => type)
    .toSorted((one, other) => one - other);

const anyTime = fc.integer({ min: 1, max: 6 }).map((n) => NOW - n * 1_000);
const anybody = fc.constantFrom(...PEOPLE);
const deed = (ids: readonly string[]) => {
  const id = fc.constantFrom(...ids);
  return fc.oneof(
    fc.record({
      kind: fc.constant(1),
      content: fc.constantFrom('hi', `nostr:${npubOf(ANN)}`),
      tags: fc.constant([]),
    }),
    fc.record({
      kind: fc.constantFrom(1, 6, 7, 1, KIND.Highlight),
      content: fc.constantFrom('+', '-', `nostr:${npubOf(BEN)}`),
      tags: fc.tuple(id, id, anybody).map(([root, parent, pubkey]) => [
        ['e', root, '', 'root'],
        ['e', parent, '', 'reply'],
        ['p', pubkey],
      ]),
    }),
    fc.record({
      kind: fc.constant(1),
      content: fc.constant('quoting'),
      tags: id.map((target) => [['q', target]]),
    }),
    fc.record({
      kind: fc.constant(KIND.Bookmarks),
      content: fc.constant(''),
      tags: fc.subarray([...ids]).map((list) => list.map((one) => ['e', one])),
    }),
    fc.record({
      kind: fc.constant(3),
      content: fc.constant(''),
      tags: fc.subarray(PEOPLE).map((list) => list.map((one) => ['p', one])),
    }),
    fc.record({
      kind: fc.constant(4),
      content: fc.constant('?iv='),
      tags: anybody.map((one) => [['p', one]]),
    }),
    fc.record({
      kind: fc.constant(5),
      content: fc.constant(''),
      tags: fc
        .subarray([...ids], { maxLength: Math.min(2, ids.length) })
        .map((list) => list.map((one) => ['e', one])),
    }),
  );
};
const many = (ids: readonly string[], most: number) =>
  fc
    .array(fc.tuple(anybody, anyTime, deed(ids)), { minLength: 1, maxLength: most })
    .map((rows) =>
      rows.map(([pubkey, created_at, rest]) => trusted({ pubkey, created_at, ...rest })),
    );
/** Some events, events about those, and events about all of them. */
const history = many(['0'.repeat(64)], 5)
  .chain((first) =>
    many(
      first.map(({ id }) => id),
      8,
    ).map((next) => [...first, ...next]),
  )
  .chain((first) =>
    many(
      first.map(({ id }) => id),
      8,
    ).map((next) => [...first, ...next]),
  );

const contacts = (pubkey: string, ago: number, people: readonly string[]) =>
  post(pubkey, ago, { kind: KIND.Contacts, tags: people.map((one) => ['p', one]) });

/** Count the calls of a function during `act`. */
async function callsOf(
  spy: { readonly mock: { readonly calls: readonly unknown[] }; mockRestore(): void },
  act: () => Promise<unknown>,
) {
  await act();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

/** Run a query for each account. */
const all = <T>(store: Store, ask: (store: Store, pubkey: string) => Promise<T>) =>
  Promise.all(PEOPLE.map((pubkey) => ask(store, pubkey)));

onEachEngine((open, share) => {
  const opened = async (...receivers: readonly string[]) => {
    const store = await open(OPTIONS);
    for (const pubkey of receivers) await store.addReceiver(pubkey);
    return store;
  };

  test('NOTIF-01 any order, duplicates and replays of events give the same notifications and counts', async () => {
    await fc.assert(
      fc.asyncProperty(rearranged(history), async ([events, shuffled, size]) => {
        const said: string[][][] = [];
        const batches = Array.from({ length: Math.ceil(shuffled.length / size) }, (_, n) =>
          shuffled.slice(n * size, (n + 1) * size),
        );
        for (const given of [[events], batches]) {
          const store = await opened(...PEOPLE);
          for (const some of given) await store.insert(some);
          const unread = (pubkey: string) => store.unreadMessages(pubkey, []);
          said.push([
            ...(await all(store, told)),
            ...(await all(store, async (_, pubkey) => [String(await unread(pubkey))])),
          ]);
          await store.close();
        }
        expect(said[1]).toEqual(said[0]);
      }),
      { numRuns: runs(150 * share) },
    );
  });

  test('NOTIF-01 only accounts with settings here are notified, and never about their own events', async () => {
    const store = await opened(ANN);
    const [hers, his] = [post(ANN, 90), post(BEN, 80)];
    const like = (pubkey: string, ago: number, id: string) =>
      post(pubkey, ago, { kind: KIND.Reaction, content: '-', tags: [['e', id]] });
    await store.insert([
      hers,
      his,
      like(BEN, 70, hers.id),
      like(ANN, 60, hers.id),
      like(ANN, 50, his.id),
    ]);
    expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.liked]);
    expect(await types(store, BEN)).toEqual([]);
    await store.close();
  });

  test('NOTIF-01 a deeper reply notifies the authors above it, even if the middle comes last or is deleted', async () => {
    const store = await opened(ANN, BEN);
    const [first, middle] = [post(ANN, 90), post(BEN, 80)];
    const second = answer(BEN, 70, first);
    const third = answer(CID, 60, first, second);
    await store.insert([first, third, middle]);
    expect(await types(store, ANN)).toEqual([]);
    await store.insert([second]);
    expect(await types(store, ANN)).toEqual([
      NOTIFICATION_TYPE.replied,
      NOTIFICATION_TYPE.deepReply,
    ]);
    expect(await types(store, BEN)).toEqual([NOTIFICATION_TYPE.replied]);
    await store.insert([post(BEN, 10, { kind: KIND.EventDeletion, tags: [['e', second.id]] })]);
    expect(await types(store, ANN)).toEqual([]);
    await store.close();
  });

  test('NOTIF-01 a contact list that repeats a name is no new follow, and an unfollow removes the follower', async () => {
    const store = await opened(ANN);
    const list = (ago: number, ...people: string[]) =>
      post(BEN, ago, { kind: KIND.Contacts, tags: people.map((one) => ['p', one]) });
    await store.insert([list(90, ANN)]);
    await store.setNotificationsSeen(ANN, seconds(NOW - 85));
    await store.insert([list(80, ANN, CID)]);
    expect((await store.notificationsOf(ANN, TYPES, ALL)).map(({ key }) => NOW - key)).toEqual([
      90,
    ]);
    await store.insert([list(70, CID)]);
    expect(await types(store, ANN)).toEqual([]);
    await store.insert([list(60, ANN)]);
    expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.followed]);
    expect(await store.unreadNotifications(ANN, 9)).toEqual([]);
    await store.close();
  });

  test('NOTIF-01 a new account finds recent notifications, none of them unread', async () => {
    const store = await opened();
    const note = post(ANN, 90);
    await store.insert([note, post(BEN, 80, { kind: KIND.Contacts, tags: [['p', ANN]] })]);
    await store.insert([
      post(CID, 70, {
        tags: [
          ['e', note.id, '', 'root'],
          ['p', ANN],
        ],
      }),
    ]);
    await store.addReceiver(ANN);
    await store.addReceiver(ANN);
    expect(await types(store, ANN)).toEqual([
      NOTIFICATION_TYPE.followed,
      NOTIFICATION_TYPE.replied,
    ]);
    expect(await store.unreadNotifications(ANN, 9)).toEqual([]);
    await store.close();
  });

  test('NOTIF-01 deleting the middle of a thread removes notifications of deeper replies, in any batch', async () => {
    const store = await opened(ANN);
    const chain = [post(ANN, 99)];
    for (let n = 1; n < 9; n++) chain.push(answer(BEN, 99 - n, ...chain.slice(-1)));
    await store.insert(chain.toReversed());
    expect(await types(store, ANN)).toEqual([
      NOTIFICATION_TYPE.replied,
      ...Array.from({ length: 7 }, () => NOTIFICATION_TYPE.deepReply),
    ]);
    const gone = chain.slice(4, 6).map(({ id }) => ['e', id]);
    await store.insert([post(BEN, 5, { kind: KIND.EventDeletion, tags: gone })]);
    expect(await types(store, ANN)).toEqual([
      NOTIFICATION_TYPE.replied,
      NOTIFICATION_TYPE.deepReply,
      NOTIFICATION_TYPE.deepReply,
    ]);
    await store.close();
  });

  test('NOTIF-05 a mention that was seen is not new when it turns out to be a quote', async () => {
    const store = await opened(ANN);
    const note = post(ANN, 90);
    await store.insert([
      post(BEN, 80, { content: `nostr:${npubOf(ANN)}`, tags: [['q', note.id]] }),
    ]);
    expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.mentioned]);
    await store.setNotificationsSeen(ANN, seconds(NOW));
    await store.insert([note]);
    expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.quoted]);
    expect(await store.unreadNotifications(ANN, 9)).toEqual([]);
    await store.insert([post(ANN, 5, { kind: KIND.EventDeletion, tags: [['e', note.id]] })]);
    expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.mentioned]);
    expect(await store.unreadNotifications(ANN, 9)).toEqual([]);
    await store.close();
  });
});

test('NOTIF-01 NOTIF-05 seen notifications survive a restart, and repeated events add none', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-notices-'));
  const path = join(dir, 'store.db');
  const note = post(ANN, 90);
  const events = [
    note,
    answer(BEN, 80, note),
    post(CID, 70, { kind: KIND.EncryptedDirectMessage, content: 'x', tags: [['p', ANN]] }),
  ];
  const before = openStore(path, OPTIONS);
  await before.addReceiver(ANN);
  await before.insert(events);
  await before.setNotificationsSeen(ANN, seconds(NOW));
  await before.insert([answer(CID, 60, note)]);
  const said = await told(before, ANN);
  await before.close();
  const after = openStore(path, OPTIONS);
  await after.insert(events);
  expect(await told(after, ANN)).toEqual(said);
  expect(await after.unreadNotifications(ANN, 9)).toHaveLength(1);
  await after.close();
  rmSync(dir, { recursive: true });
});

/** Return a store that counts its queries. Costs are the same on each engine. */
async function counted(...receivers: readonly string[]) {
  const store = openStore(':memory:', OPTIONS);
  for (const pubkey of receivers) await store.addReceiver(pubkey);
  return store;
}

test('NOTIF-01 a thread that arrives leaf first or is deleted as a whole costs each post the same', async () => {
  const store = await counted(ANN, CID);
  const chain = [post(BEN, 990)];
  for (let n = 1; n < 90; n++) chain.push(answer(BEN, 990 - n, ...chain.slice(-1)));
  const arrival = await callsOf(vi.spyOn(store.database, 'one'), async () => {
    for (const each of chain.toReversed()) await store.insert([each]);
  });
  expect(arrival).toBeLessThan(90 * 30);
  const request = post(BEN, 5, {
    kind: KIND.EventDeletion,
    tags: chain.map(({ id }) => ['e', id]),
  });
  expect(
    await callsOf(vi.spyOn(store.database, 'one'), () => store.insert([request])),
  ).toBeLessThan(90 * 10);
  await store.close();
});

test('NOTIF-01 a list of many versions is read once when it is deleted, and never for new accounts', async () => {
  const store = await counted(ANN);
  const versions = Array.from({ length: 30 }, (_, n) => contacts(BEN, 900 - n, [ANN, CID]));
  await store.insert(versions);
  const gone = () =>
    store.insert([post(BEN, 5, { kind: KIND.EventDeletion, tags: [['a', `3:${BEN}:`]] })]);
  expect(await callsOf(vi.spyOn(JSON, 'parse'), () => store.addReceiver(CID))).toBe(0);
  expect(await types(store, CID)).toEqual([NOTIFICATION_TYPE.followed]);
  expect(await callsOf(vi.spyOn(JSON, 'parse'), gone)).toBeLessThan(100);
  expect(await types(store, ANN)).toEqual([]);
  await store.close();
});

test('NOTIF-01 the newest version of a list notifies the accounts that it names', async () => {
  const store = await counted(ANN, CID);
  await store.insert([contacts(BEN, 990, [CID])]);
  for (let n = 0; n < 120; n++) await store.insert([contacts(BEN, 900 - n, [])]);
  await store.insert([contacts(BEN, 90, [ANN])]);
  expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.followed]);
  expect(
    await callsOf(vi.spyOn(JSON, 'parse'), () => store.insert([contacts(BEN, 80, [ANN, CID])])),
  ).toBeLessThan(10);
  expect(await types(store, ANN)).toEqual([NOTIFICATION_TYPE.followed]);
  const last = await store.latest(`3:${BEN}:`);
  await store.insert([post(BEN, 5, { kind: KIND.EventDeletion, tags: [['e', last?.id ?? '']] })]);
  await store.insert([contacts(BEN, 4, [ANN])]);
  expect((await store.notificationsOf(ANN, TYPES, ALL)).map(({ key }) => NOW - key)).toEqual([90]);
  await store.close();
});

test.each([
  ['a chain', 1],
  ['answers that are each answered twice', 2],
])(
  'NOTIF-01 E-48 a thread that comes in reverse is read once when its root comes, at any depth: %s',
  async (_, each) => {
    const store = await counted(ANN);
    const events = [post(ANN, 5_000)];
    for (let n = 1; n < 400; n++)
      events.push(
        answer(
          BEN,
          5_000 - n,
          ...events.slice(0, 1),
          ...events.slice(Math.ceil(n / each) - 1, Math.ceil(n / each)),
        ),
      );
    for (const event of events.slice(1).toReversed()) await store.insert([event]);
    const asked = vi.spyOn(store.database, 'one');
    await store.insert(events.slice(0, 1));
    expect(asked.mock.calls.length).toBeLessThan(4 * events.length);
    expect((await told(store, ANN)).length).toBeGreaterThan(25);
  },
);
