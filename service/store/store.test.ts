import { expect, test } from 'vitest';
import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { type Seconds, seconds } from '../../src/events/core/time.ts';
import { type Fields, trusted } from '../../tests/support/events/trusted.ts';
import { int, text } from './engine/row.ts';
import { onEachEngine, type TriedStore } from '../../tests/support/store/engines.ts';
import { openStore } from './sqlite/sqlite-store.ts';
import { parseStored } from './stored-event.ts';

const NOW = 1_760_000_000;
const KEYS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
const [ANN = '', BOB = '', CAT = ''] = KEYS;

const optionsOf = (clock: { readonly now: Seconds }) => ({
  now: () => clock.now,
  verify: (event: SignedEvent) => trusted(event),
});

function note(pubkey: string, content: string, over: Fields = {}): VerifiedEvent {
  return trusted({ pubkey, content, created_at: seconds(NOW - 1000), ...over });
}

async function statsOf(store: TriedStore, target: string) {
  return (await store.rows('select * from stats where target = ?', [target]))[0];
}

async function accountOf(store: TriedStore, pubkey: string) {
  return (await store.rows('select * from accounts where pubkey = ?', [pubkey]))[0];
}

async function rawOf(store: TriedStore, id: string) {
  return (await store.rows('select raw from events where id = ?', [id])).map((row) =>
    text(row, 'raw'),
  );
}

onEachEngine((open) => {
  const emptyStore = (clock = { now: seconds(NOW) }) => open(optionsOf(clock));

  test('events are found by id as they were signed, and duplicates are reported', async () => {
    const store = await emptyStore();
    const event = note(ANN, 'hello', { tags: [['t', 'greeting'], ['x']] });
    expect(await store.isEmpty()).toBe(true);
    expect(await store.insert([event, event])).toMatchObject({
      added: [event],
      duplicates: [event],
      refused: [],
    });
    expect((await store.events([event.id, 'f'.repeat(64)])).map(parseStored)).toEqual([event]);
    expect(await store.isEmpty()).toBe(false);
  });

  test('INV-NEWEST the latest version is current and older ones are kept, in any order of arrival', async () => {
    const versions = [1, 2, 3].map((n) =>
      note(ANN, `{"name":"ann${n}"}`, { kind: 0, created_at: NOW - 100 + n }),
    );
    const [, , newest] = versions;
    for (const order of [versions, versions.toReversed()]) {
      const store = await emptyStore();
      for (const version of order) await store.insert([version]);
      expect((await store.latest(`0:${ANN}:`))?.id).toBe(newest?.id);
      expect((await store.query([{ kinds: [0], authors: [ANN] }], 10)).map(({ id }) => id)).toEqual(
        [newest?.id],
      );
      expect(await store.events(versions.map(({ id }) => id))).toHaveLength(3);
      expect(await store.query([{ search: 'ann3' }], 10)).toHaveLength(1);
      expect(await store.query([{ search: 'ann1' }], 10)).toHaveLength(0);
    }
  });

  test('INV-NEWEST of two versions of one second the lower id is current, in any order of arrival', async () => {
    const versions = [1, 2, 3, 4].map((n) => note(ANN, String(n), { kind: 10_002 }));
    const lowest = versions.map(({ id }) => id).toSorted()[0];
    for (const order of [versions, versions.toReversed()]) {
      const store = await emptyStore();
      for (const version of order) await store.insert([version]);
      expect((await store.query([{ kinds: [10_002] }], 10)).map(({ id }) => id)).toEqual([lowest]);
    }
  });

  test('E-20 a deletion hides only events of its author, also if it comes first, and permanently', async () => {
    const store = await emptyStore();
    const mine = note(ANN, 'mine');
    const early = note(ANN, 'not yet here');
    const theirs = note(BOB, 'theirs');
    await store.insert([mine, theirs]);
    const request = note(ANN, '', {
      kind: 5,
      tags: [mine, early, theirs].map(({ id }) => ['e', id]),
      created_at: seconds(NOW),
    });
    await store.insert([request]);
    expect((await store.events([mine.id, theirs.id])).map(({ id }) => id)).toEqual([theirs.id]);
    const { refused } = await store.insert([early, mine]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'blocked: deleted by its author',
      'blocked: deleted by its author',
    ]);
    expect(await rawOf(store, mine.id)).toEqual(['']);
    expect((await accountOf(store, ANN))?.['notes']).toBe(0);
  });

  test('E-20 a deletion by address removes the versions up to its time and no later one', async () => {
    const store = await emptyStore();
    const address = `30023:${ANN}:story`;
    const version = (at: number) =>
      note(ANN, `text ${at}`, {
        kind: 30023,
        created_at: at,
        tags: [
          ['d', 'story'],
          ['published_at', '5'],
        ],
      });
    await store.insert([version(10), version(20)]);
    await store.insert([
      note(ANN, '', { kind: 5, created_at: seconds(25), tags: [['a', address]] }),
      note(BOB, '', { kind: 5, created_at: seconds(99), tags: [['a', address]] }),
    ]);
    expect(await store.latest(address)).toBeUndefined();
    expect((await store.insert([version(25)])).refused).toHaveLength(1);
    expect((await store.insert([version(26)])).added).toHaveLength(1);
    expect((await store.latest(address))?.created_at).toBe(26);
  });

  test('NIP-40 expired events are refused on arrival, and removed in time with all their counts', async () => {
    const clock = { now: seconds(NOW) };
    const store = await emptyStore(clock);
    const target = note(ANN, 'to be liked');
    const like = note(BOB, '+', {
      kind: 7,
      tags: [
        ['e', target.id],
        ['expiration', String(NOW + 10)],
      ],
    });
    expect(
      (await store.insert([note(ANN, 'late', { tags: [['expiration', String(NOW)]] })])).refused[0]
        ?.reason,
    ).toBe('invalid: expired');
    await store.insert([target, like]);
    expect((await statsOf(store, target.id))?.['likes']).toBe(1);
    clock.now = seconds(NOW + 10);
    expect(await store.query([{ kinds: [7] }], 10)).toEqual([]);
    expect(await statsOf(store, target.id)).toMatchObject({ likes: 0, score: 0, score24h: 0 });
  });

  test('NIP-40 expired events are neither counted nor listed nor scanned, even without a sweep', async () => {
    const clock = { now: seconds(NOW) };
    const passing = note(ANN, 'passing', { tags: [['expiration', String(NOW + 10)]] });
    const asked = [
      (store: TriedStore) => store.count([{ kinds: [1] }]),
      async (store: TriedStore) => (await store.query([{ kinds: [1] }], 10)).length,
      async (store: TriedStore) => {
        let walked = 0;
        for await (const { kind } of store.walk([{ kinds: [1] }], 10)) walked += kind;
        return walked;
      },
    ];
    for (const ask of asked) {
      clock.now = seconds(NOW);
      const store = await emptyStore(clock);
      await store.insert([passing]);
      clock.now = seconds(NOW + 9);
      expect(await ask(store)).toBe(1);
      clock.now = seconds(NOW + 10);
      expect(await ask(store)).toBe(0);
      expect((await store.insert([passing])).refused).toHaveLength(1);
      expect(await rawOf(store, passing.id)).toEqual(['']);
    }
  });

  test('an account has joined with its oldest current note, like, repost or article', async () => {
    const store = await emptyStore();
    const joined = async () => (await accountOf(store, ANN))?.['first_at'];
    await store.insert([
      note(ANN, '{}', { kind: 0, created_at: seconds(5) }),
      note(ANN, '', { kind: 3, created_at: seconds(6) }),
    ]);
    expect(await joined()).toBeNull();
    const [late, early] = [
      note(ANN, 'late https://x.example/a.jpg', { created_at: seconds(30) }),
      note(ANN, '+', { kind: 7, created_at: seconds(20) }),
    ];
    await store.insert([late]);
    expect([await joined(), (await accountOf(store, ANN))?.['media']]).toEqual([30, 1]);
    await store.insert([early]);
    expect(await joined()).toBe(20);
    await store.insert([
      note(ANN, '', { kind: 5, created_at: seconds(40), tags: [['e', early.id]] }),
    ]);
    expect([await joined(), (await accountOf(store, ANN))?.['notes']]).toEqual([30, 1]);
    await store.insert([
      note(ANN, '', { kind: 5, created_at: seconds(41), tags: [['e', late.id]] }),
    ]);
    // two requests to delete, a profile and a contact list are left
    expect(await accountOf(store, ANN)).toMatchObject({
      first_at: null,
      notes: 0,
      media: 0,
      events: 4,
    });
  });

  test('each event gets an outcome, and listeners receive only new and ephemeral events', async () => {
    const store = await emptyStore();
    const heard: number[] = [];
    const stop = store.onInserted(({ added, ephemeral }) =>
      heard.push(added.length + ephemeral.length),
    );
    const [older, newer] = [
      note(ANN, 'a', { kind: 0, created_at: seconds(1) }),
      note(ANN, 'b', { kind: 0, created_at: seconds(2) }),
    ];
    const [passing, future] = [
      note(ANN, '', { kind: 20_001 }),
      note(ANN, '', { kind: 3, created_at: seconds(NOW + 9_999) }),
    ];
    const expired = note(ANN, 'late', { tags: [['expiration', '5']] });
    const none = {
      added: [],
      older: [],
      quarantined: [],
      duplicates: [],
      ephemeral: [],
      refused: [],
      concerned: new Set<string>(),
    };
    expect(await store.insert([newer, newer])).toEqual({
      ...none,
      added: [newer],
      duplicates: [newer],
    });
    expect(await store.insert([older, future])).toEqual({
      ...none,
      older: [older],
      quarantined: [future],
    });
    expect(await store.insert([older, future])).toEqual({
      ...none,
      older: [older],
      quarantined: [future],
    });
    expect(await store.insert([expired])).toEqual({
      ...none,
      refused: [{ event: expired, reason: 'invalid: expired' }],
    });
    expect(heard).toEqual([1]);
    expect(await store.insert([passing])).toEqual({ ...none, ephemeral: [passing] });
    expect([heard, await store.events([passing.id])]).toEqual([[1, 1], []]);
    stop();
    await store.insert([note(BOB, 'unheard')]);
    expect(heard).toEqual([1, 1]);
  });

  test('E-18 a list from the far future waits until its time and replaces nothing before', async () => {
    const clock = { now: seconds(NOW) };
    const store = await emptyStore(clock);
    const now = note(ANN, '', { kind: 3, created_at: seconds(NOW), tags: [['p', BOB]] });
    const future = note(ANN, '', { kind: 3, created_at: seconds(NOW + 5000), tags: [['p', CAT]] });
    expect(await store.insert([future, now])).toMatchObject({
      added: [now],
      older: [],
      quarantined: [future],
    });
    expect((await store.latest(`3:${ANN}:`))?.id).toBe(now.id);
    clock.now = seconds(NOW + 5000);
    await store.sweep();
    expect((await store.latest(`3:${ANN}:`))?.id).toBe(future.id);
    expect(
      (await store.rows('select followed from follows')).map((row) => text(row, 'followed')),
    ).toEqual([CAT]);
  });

  test('E-18 a released future article that is not the newest still sets the publication time of the newest', async () => {
    const clock = { now: seconds(NOW) };
    const store = await emptyStore(clock);
    const version = (published: string, n = 0) => {
      const tags = [
        ['d', 'tale'],
        ['published_at', published],
      ];
      return note(ANN, `version ${n}`, { kind: 30_023, created_at: seconds(NOW + 5000), tags });
    };
    const newest = version('7');
    // in one second the lower id is the newest
    const other =
      Array.from({ length: 20 }, (_, n) => version('3', n)).find(({ id }) => id > newest.id) ??
      expect.unreachable();
    expect(await store.insert([newest, other])).toMatchObject({ quarantined: [newest, other] });
    clock.now = seconds(NOW + 5000);
    await store.sweep();
    expect(await store.rows('select id, published_at from articles')).toEqual([
      { id: newest.id, published_at: 3 },
    ]);
  });

  test('ephemeral events reach the listeners and are not kept', async () => {
    const store = await emptyStore();
    const heard: string[] = [];
    const stop = store.onInserted(({ added, ephemeral }) =>
      heard.push(...[...added, ...ephemeral].map(({ id }) => id)),
    );
    const passing = note(ANN, 'psst', { kind: 20_001 });
    const lasting = note(ANN, 'hear');
    await store.insert([passing, lasting]);
    stop();
    await store.insert([note(ANN, 'nobody hears')]);
    expect(heard).toEqual([lasting.id, passing.id]);
    expect(await store.events([passing.id])).toEqual([]);
  });

  test('likes, reposts and scores count accounts; replies, quotes and sats count each', async () => {
    const store = await emptyStore();
    const target = note(ANN, 'x'.repeat(101));
    const e = (over: Fields, by: string) =>
      note(by, '', { tags: [['e', target.id, '', 'root']], ...over });
    const quote = note(CAT, 'see', { tags: [['q', target.id]] });
    await store.insert([
      target,
      e({ kind: 7, content: '🤙' }, BOB),
      e({ kind: 7, content: '+' }, BOB),
      e({ kind: 7, content: '-' }, CAT),
    ]);
    await store.insert([
      e({ kind: 6 }, BOB),
      e({ content: 'one' }, BOB),
      e({ content: 'two' }, BOB),
      quote,
    ]);
    expect(await statsOf(store, target.id)).toMatchObject({
      likes: 1,
      reposts: 1,
      replies: 2,
      quotes: 1,
      zaps: 0,
    });
    expect((await statsOf(store, target.id))?.['score']).toBe(
      Math.floor(((1 + 7 + 10) * 1e10) / 91),
    );
    expect((await statsOf(store, target.id))?.['score24h']).toBe(
      (await statsOf(store, target.id))?.['score'],
    );
  });

  test('after a day score24h fades and score stays', async () => {
    const clock = { now: seconds(NOW) };
    const store = await emptyStore(clock);
    const target = note(ANN, 'y'.repeat(200));
    await store.insert([
      target,
      note(BOB, '+', { kind: 7, tags: [['e', target.id]], created_at: seconds(NOW - 86_000) }),
    ]);
    const before = await statsOf(store, target.id);
    expect(before?.['score24h']).toBe(before?.['score']);
    clock.now = seconds(NOW + 1000);
    await store.sweep();
    expect(await statsOf(store, target.id)).toMatchObject({
      score24h: 0,
      score: before?.['score'],
    });
  });

  test('NIP-10 notes and replies are distinguished, with their parent and the length of the parent', async () => {
    const store = await emptyStore();
    const first = note(ANN, 'first');
    const answer = note(BOB, 'second', { tags: [['e', first.id, '', 'root']] });
    await store.insert([first, answer]);
    const rows = (
      await store.rows('select reply, chars, parent, root from events order by seq')
    ).map((row) => ({ ...row }));
    expect(rows).toEqual([
      { reply: 0, chars: 5, parent: null, root: null },
      { reply: 1, chars: 6, parent: first.id, root: first.id },
    ]);
    const sums = await Promise.all([ANN, BOB].map((pubkey) => accountOf(store, pubkey)));
    expect(sums.map((sum) => [sum?.['notes'], sum?.['replies']])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test('NIP-02 only p tags with a key are follows, each once', async () => {
    const store = await emptyStore();
    const tags = [['p', BOB], ['p', BOB], ['p', 'junk'], ['p'], ['e', CAT], ['t', CAT]];
    await store.insert([note(ANN, '', { kind: 3, tags })]);
    expect(
      (await store.rows('select followed from follows')).map((row) => text(row, 'followed')),
    ).toEqual([BOB]);
    expect([
      (await accountOf(store, ANN))?.['follows'],
      (await accountOf(store, BOB))?.['followers'],
      await accountOf(store, CAT),
    ]).toEqual([1, 1, undefined]);
  });

  test('a contact list that shrinks takes followers away again', async () => {
    const store = await emptyStore();
    await store.insert([
      note(ANN, '', {
        kind: 3,
        created_at: seconds(10),
        tags: [
          ['p', BOB],
          ['p', CAT],
          ['p', 'junk'],
          ['p', BOB],
        ],
      }),
    ]);
    await store.insert([note(ANN, '', { kind: 3, created_at: seconds(20), tags: [['p', CAT]] })]);
    expect((await accountOf(store, BOB))?.['followers']).toBe(0);
    expect((await accountOf(store, CAT))?.['followers']).toBe(1);
    expect((await accountOf(store, ANN))?.['follows']).toBe(1);
    expect(await store.query([{ kinds: [3], '#p': [CAT] }], 10)).toHaveLength(1);
    expect(await store.query([{ kinds: [3], '#p': [BOB] }], 10)).toHaveLength(0);
  });

  test('an article is listed by its first publication and counted by its words', async () => {
    const version = (at: number, published: string) =>
      note(ANN, ' one  two!\u00a0(well!well)\nthree ', {
        kind: 30023,
        created_at: at,
        tags: [
          ['d', 'x'],
          ['published_at', published],
        ],
      });
    const [first, second, undated] = [
      version(100, '100'),
      version(200, '200'),
      note(ANN, 'none', { kind: 30023, tags: [['d', 'unpublished']] }),
    ];
    for (const order of [
      [second, first, undated],
      [undated, first, second],
    ]) {
      const store = await emptyStore();
      for (const event of order) await store.insert([event]);
      const rows = (await store.rows('select * from articles')).map((row) => [
        text(row, 'id'),
        int(row, 'published_at'),
        int(row, 'words'),
      ]);
      expect(rows).toEqual([[second.id, 100, 4]]);
      expect((await accountOf(store, ANN))?.['articles']).toBe(1);
    }
  });

  test('links of a note are stored with the known media data', async () => {
    const store = await emptyStore();
    const url = 'https://files.example/a.png';
    await store.insert([
      note(ANN, `look ${url} and https://page.example/x.`, {
        tags: [['imeta', `url ${url}`, 'm image/png', 'dim 640x480']],
      }),
    ]);
    expect(
      (await store.rows('select url, media from links order by n')).map((row) => [
        text(row, 'url'),
        int(row, 'media'),
      ]),
    ).toEqual([
      [url, 1],
      ['https://page.example/x', 8],
    ]);
    expect(await store.mediaByUrl([url, 'https://other.example'])).toMatchObject([
      { url, width: 640, height: 480, mime: 'image/png' },
    ]);
    expect((await accountOf(store, ANN))?.['media']).toBe(1);
  });
});

test('a failed batch leaves nothing behind', async () => {
  const store = openStore(':memory:', optionsOf({ now: seconds(NOW) }));
  const events = [note(ANN, 'one'), note(ANN, 'two')];
  expect(() =>
    store.database.transaction(() => {
      void store.insert(events);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(await store.isEmpty()).toBe(true);
  expect((await store.insert(events)).added).toHaveLength(2);
});
