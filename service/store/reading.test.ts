import { expect, test } from 'vitest';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { type Fields, trusted } from '../../tests/support/events/trusted.ts';
import { onEachEngine } from '../../tests/support/store/engines.ts';

const NOW = 1_760_000_000;
const DAY = 86_400;
const [ANN = '', BOB = '', CAT = '', DAN = ''] = ['a', 'b', 'c', 'd'].map((letter) =>
  letter.repeat(64),
);
const make = (pubkey: string, kind: number, ago: number, over: Fields = {}) =>
  trusted({ pubkey, kind, created_at: NOW - ago, ...over });
const contacts = (pubkey: string, ago: number, ...others: string[]) =>
  make(pubkey, KIND.Contacts, ago, { tags: others.map((other) => ['p', other]) });
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

onEachEngine((open) => {
  const filled = async (...events: ReturnType<typeof trusted>[]) => {
    const store = await open({ now: () => seconds(NOW), verify: (event) => trusted(event) });
    await store.insert(events);
    return store;
  };

  test('followed accounts that liked, answered, reposted or zapped are listed once; quotes do not count', async () => {
    const note = make(ANN, KIND.Text, 100, { content: 'note' });
    const about = (
      pubkey: string,
      kind: number,
      ago: number,
      tags = [['e', note.id, '', 'root']],
    ) => make(pubkey, kind, ago, { content: '+', tags });
    const store = await filled(
      note,
      contacts(DAN, 90, BOB, CAT),
      about(BOB, KIND.Reaction, 50),
      about(BOB, KIND.Repost, 40),
      about(ANN, KIND.Reaction, 30),
      about(CAT, KIND.Text, 20, [['q', note.id]]),
      about(CAT, KIND.Highlight, 10),
    );
    expect(await store.followedActors(DAN, [note.id], 9)).toEqual([BOB]);
    expect([
      await store.followedActors(DAN, [], 9),
      await store.followedActors(ANN, [note.id], 9),
    ]).toEqual([[], []]);
    await store.insert([about(CAT, KIND.Text, 5)]);
    expect((await store.followedActors(DAN, [note.id], 9)).toSorted()).toEqual([BOB, CAT]);
    expect(await store.followedActors(DAN, [note.id], 1)).toHaveLength(1);
  });

  test('follower changes since a time are counted; the first list of an old account counts none', async () => {
    const tags = [['p', BOB], ['p', BOB], ['p', 'junk'], ['p'], ['e', CAT]];
    const store = await filled(
      make(ANN, KIND.Contacts, 2 * DAY, { tags }),
      contacts(ANN, 60, CAT),
      contacts(DAN, 50, BOB),
      make(BOB, KIND.Text, 9 * DAY),
      contacts(BOB, 40, ANN),
      contacts(CAT, 3 * DAY, DAN),
    );
    expect(await store.followerGains(seconds(NOW - DAY), 9)).toEqual(
      new Map([
        [BOB, 0],
        [CAT, 1],
      ]),
    );
    expect([...(await store.followerGains(seconds(NOW - DAY), 1))]).toEqual([]);
    expect([...(await store.followerGains(seconds(NOW - DAY), 2))]).toEqual([[BOB, 1]]);
    expect([await store.followsOf(ANN), await store.followsOf('e'.repeat(64))]).toEqual([
      new Set([CAT]),
      new Set(),
    ]);
    const best = await store.mostFollowed(9);
    expect(best.map(({ followers }) => followers)).toEqual([1, 1, 1, 1]);
    await store.insert([contacts(CAT, 5, BOB, DAN)]);
    expect(await store.mostFollowed(1)).toEqual([{ pubkey: BOB, followers: 2 }]);
  });

  test('an account is found by its whole lightning address in any case; the best followed one wins', async () => {
    const profile = (pubkey: string, lud16: unknown) =>
      make(pubkey, KIND.Metadata, 9, { content: JSON.stringify({ lud16 }) });
    const store = await filled(
      profile(ANN, 'Tips@Pay.example'),
      profile(BOB, ' tips@pay.example '),
      profile(CAT, 'tips@pay.example.org'),
      profile(DAN, 5),
      contacts(DAN, 5, BOB),
    );
    expect(await store.accountOfLnAddress(' TIPS@pay.example')).toBe(BOB);
    expect(await store.accountOfLnAddress('tips@pay.example.org')).toBe(CAT);
    for (const unknown of ['pay.example', 'tips', 'x@pay.example', '', '@', '5', '" OR "tips'])
      expect(await store.accountOfLnAddress(unknown)).toBeUndefined();
    expect(await store.accountOfLnAddress(`${'x'.repeat(300)}@pay.example`)).toBeUndefined();
    expect(
      await (await filled(profile(ANN, '_tips@pay.example'))).accountOfLnAddress(
        '_tips@pay.example',
      ),
    ).toBe(ANN);
  });

  test('live events since a time and events about one of them are listed newest first, up to the limit', async () => {
    const address = `${KIND.LiveEvent}:${ANN}:show`;
    const [show, other, old] = [100, 50, 5_000].map((ago) =>
      make(ANN, KIND.LiveEvent, ago, { tags: [['d', ago === 100 ? 'show' : String(ago)]] }),
    );
    const chat = [30, 20, 10].map((ago) =>
      make(BOB, KIND.LiveChatMessage, ago, { tags: [['a', address]] }),
    );
    const like = make(CAT, KIND.Reaction, 5, { content: '+', tags: [['a', address]] });
    const elsewhere = make(CAT, KIND.LiveChatMessage, 5, {
      tags: [['a', `${KIND.LiveEvent}:${ANN}:50`]],
    });
    const store = await filled(
      ...[show, other, old, ...chat, like, elsewhere].flatMap((event) => event ?? []),
    );
    expect(ids(await store.liveEventsSince(seconds(NOW - 100)))).toEqual(
      ids([other, show].flatMap((event) => event ?? [])),
    );
    expect(ids(await store.liveEventsSince(seconds(NOW - 99)))).toEqual(
      ids([other].flatMap((event) => event ?? [])),
    );
    expect(ids(await store.eventsAbout(address, KIND.LiveChatMessage, 2))).toEqual(
      ids(chat.toReversed().slice(0, 2)),
    );
    expect(ids(await store.eventsAbout(address, KIND.Reaction, 9))).toEqual([like.id]);
  });

  test('zaps of a target give count, sum and valid receipts, newest first', async () => {
    const note = make(ANN, KIND.Text, 100);
    const receipt = (ago: number, sats: number, target = note.id) => {
      const tags = [
        ['p', ANN],
        ['e', target],
      ];
      const request = make(BOB, KIND.ZapRequest, ago, {
        tags: [...tags, ['amount', String(sats * 1_000)]],
      });
      return make(CAT, KIND.Zap, ago, {
        tags: [...tags, ['description', JSON.stringify(request)]],
      });
    };
    const [one, two, other] = [receipt(30, 21), receipt(20, 100), receipt(10, 7, 'e'.repeat(64))];
    const empty = make(CAT, KIND.Zap, 5, { tags: [['e', note.id]] });
    const store = await filled(note, one, two, other, empty);
    expect(await store.zapTotals(note.id)).toEqual({ zaps: 2, sats: 121 });
    expect(await store.zapTotals('f'.repeat(64))).toEqual({ zaps: 0, sats: 0 });
    const receipts = await store.receiptsOf(note.id, 9);
    expect([ids(receipts), ids(await store.receiptsOf(note.id, 1))]).toEqual([
      [two.id, one.id],
      [two.id],
    ]);
    const senders = await store.sendersOf([...receipts.map(({ id }) => id), empty.id]);
    expect([...receipts.map(({ id }) => senders.has(id)), senders.has(empty.id)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("an account's events are counted by kind, most first, and listed by kind, oldest first", async () => {
    const notes = [40, 30, 20].map((ago) => make(ANN, KIND.Text, ago));
    const [like, repost] = [
      make(ANN, KIND.Reaction, 25, { content: '+' }),
      make(ANN, KIND.Repost, 35),
    ];
    const store = await filled(...notes.toReversed(), like, repost, make(BOB, KIND.Text, 10));
    expect(await store.kindCounts(ANN)).toEqual([
      { kind: KIND.Text, cnt: 3 },
      { kind: KIND.Repost, cnt: 1 },
      { kind: KIND.Reaction, cnt: 1 },
    ]);
    const times = async (kinds: readonly number[], since: number, most = 9) =>
      (await store.eventsOfAccount(ANN, kinds, NOW - since, most)).map(
        ({ created_at }) => NOW - inSeconds(created_at),
      );
    expect(await times([], 99)).toEqual([40, 35, 30, 25, 20]);
    expect(await times([], 99, 2)).toEqual([40, 35]);
    expect(await times([KIND.Text], 30)).toEqual([30, 20]);
    expect(await times([KIND.Reaction, KIND.Repost], 99)).toEqual([35, 25]);
    const newest = async (kinds: readonly number[], since: number, until: number, most = 9) =>
      (await store.newestOf(ANN, kinds, { since: NOW - since, until: NOW - until }, most)).map(
        ({ created_at }) => NOW - inSeconds(created_at),
      );
    expect(await newest([KIND.Text, KIND.Reaction], 99, 0)).toEqual([20, 25, 30, 40]);
    expect(await newest([KIND.Text, KIND.Reaction], 99, 0, 2)).toEqual([20, 25]);
    expect(await newest([KIND.Text], 30, 25)).toEqual([30]);
  });

  test('INV-SHRINK of the versions of a list the last one of each day is returned, newest first', async () => {
    const midnight = NOW - (NOW % DAY);
    const at = (created_at: number, pubkey = ANN) =>
      trusted({ pubkey, kind: KIND.Contacts, created_at, tags: [['p', BOB]] });
    const [early, late, before, today] = [
      at(midnight - DAY),
      at(midnight - 1),
      at(midnight - DAY - 1),
      at(midnight),
    ];
    const store = await filled(today, early, late, before, at(midnight + 5, BOB));
    const versions = async (most: number) =>
      ids(await store.versionsByDay(`${KIND.Contacts}:${ANN}:`, most));
    expect(await versions(9)).toEqual(ids([today, late, before]));
    expect(await versions(2)).toEqual(ids([today, late]));
  });

  test('uploads between two times are listed newest first, page by page, with their bytes by type', async () => {
    const store = await filled();
    const upload = async (hash: string, mime: string, size: number, ago: number, pubkey = ANN) => {
      await store.rows(
        'insert into blobs (hash, mime, size, width, height, created_at) values (?, ?, ?, 1, 1, ?) on conflict do nothing',
        [hash, mime, size, NOW - ago],
      );
      await store.rows('insert into uploads (hash, pubkey, created_at) values (?, ?, ?)', [
        hash,
        pubkey,
        NOW - ago,
      ]);
    };
    await upload('1', 'image/png', 10, 40);
    await upload('2', 'image/jpeg', 20, 30);
    await upload('3', 'video/mp4', 40, 20);
    await upload('4', 'audio', 80, 10);
    await upload('3', 'video/mp4', 40, 5, BOB);
    const page = { since: NOW - 99, until: NOW, limit: 9, offset: 0 };
    const hashes = async (over: Partial<typeof page>) =>
      (await store.uploadsOf(ANN, { ...page, ...over })).map(({ hash }) => hash);
    expect(await store.uploadsOf(ANN, { ...page, limit: 1 })).toEqual([
      { hash: '4', mime: 'audio', size: 80, width: 1, height: 1, createdAt: NOW - 10 },
    ]);
    expect([
      await hashes({}),
      await hashes({ limit: 2, offset: 1 }),
      await hashes({ since: NOW - 30, until: NOW - 20 }),
    ]).toEqual([
      ['4', '3', '2', '1'],
      ['3', '2'],
      ['3', '2'],
    ]);
    expect(await store.uploadedBytes(ANN)).toEqual(
      new Map([
        ['audio', 80],
        ['image', 30],
        ['video', 40],
      ]),
    );
  });
});
