import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { onEachEngine, type TriedStore } from '../../tests/support/store/engines.ts';
import { ANN, BEN, CID, NOW, WORLD } from '../../tests/support/store/store-world.ts';
import { isLong, runs } from '../../tests/support/runs.ts';
import { dump, history, KEYS } from '../../tests/support/store/store-histories.ts';
import { type Fields, trusted } from '../../tests/support/events/trusted.ts';
import { openEventVerifier } from '../verify.ts';
import {
  denyAccount,
  readmitAccount,
  withholdAll,
  withholdOldRepeats,
} from './account-standing.ts';

const gate = await openEventVerifier();
const DENIED = 'blocked: this account may not publish here';
const options = { now: () => seconds(NOW), verify: (event: SignedEvent) => trusted(event) };
const by = (pubkey: string, fields: Fields = {}): VerifiedEvent =>
  trusted({ pubkey, created_at: NOW - 50, ...fields });

onEachEngine((open, share) => {
  const worldIn = async (openStore: typeof open) => {
    const store = await openStore({
      now: () => seconds(NOW),
      verify: (event) => gate.verify(event),
    });
    await store.insert(Object.values(WORLD));
    return store;
  };
  const reasons = async (store: TriedStore, ...events: readonly VerifiedEvent[]) =>
    (await store.insert(events)).refused.map(({ reason }) => reason);
  const idsOf = async (store: TriedStore, pubkey: string) =>
    (await store.query([{ authors: [pubkey] }], 1_000)).map(({ id }) => id);

  test('events of a denied account are refused, stored or ephemeral, also if sent again', async () => {
    const store = await open(options);
    const before = by(ANN, { content: 'before' });
    await store.insert([before]);
    expect(await denyAccount(store, ANN, 'spam')).toBe(1);
    const passing = by(ANN, { kind: 20_001 });
    expect(
      await reasons(
        store,
        before,
        by(ANN, { content: 'after' }),
        passing,
        by(ANN, { kind: 0, content: '{}' }),
      ),
    ).toEqual(Array.from({ length: 4 }, () => DENIED));
    expect(
      await store.insert([by(BEN, { content: 'hi' }), by(BEN, { kind: 20_001 })]),
    ).toMatchObject({ refused: [] });
    expect(await store.standings()).toEqual([
      { pubkey: ANN, standing: 'denied', note: 'spam', since: seconds(NOW) },
    ]);
    expect(await store.standingsOf([ANN, BEN])).toEqual(new Map([[ANN, 'denied']]));
  });

  test("in one batch a denied account's events affect neither others' nor its own earlier events", async () => {
    const store = await open(options);
    const before = by(ANN, { content: 'before' });
    await store.insert([before]);
    await denyAccount(store, ANN, '');
    const tags = [['e', before.id]];
    const post = by(BEN, { content: 'a post' });
    const about = [['e', post.id]];
    const kept = [
      post,
      by(BEN, { content: 'an answer', tags: about }),
      by(BEN, { kind: 7, content: '+', tags }),
      by(BEN, { kind: 3 }),
    ];
    const [passed, doubled] = [by(BEN, { kind: 20_001 }), by(ANN, { kind: 20_001 })];
    const refused = [
      by(ANN, { content: 'its answer', tags: about }),
      by(ANN, { kind: 7, content: '+', tags: about }),
      by(ANN, { kind: 5, tags }),
      by(ANN, { kind: 3, tags: [['p', BEN]] }),
      doubled,
    ];
    const inserted = await store.insert([
      ...refused.slice(0, 2),
      ...kept.slice(0, 2),
      passed,
      ...refused.slice(2),
      doubled,
      ...kept.slice(2),
    ]);
    expect(inserted).toMatchObject({
      added: kept,
      ephemeral: [passed],
      refused: [...refused, doubled].map((event) => ({ event, reason: DENIED })),
    });
    const tables = await dump(store);
    expect([tables.events.length, tables.refs.length, tables.follows, tables.deletions]).toEqual([
      kept.length,
      3,
      [],
      [],
    ]);
    await readmitAccount(store, ANN);
    expect(await idsOf(store, ANN)).toEqual([before.id]);
    expect((await store.insert(refused)).added).toEqual(refused.slice(0, -1));
    expect(await idsOf(store, ANN)).not.toContain(before.id);
    await store.close();
  });

  test('E-18 denying and readmitting an account restores the tables, after any events', async () => {
    const told = async (store: TriedStore) => {
      const sql =
        'select receiver, type, actor, subject, e.id, n.created_at from notifications n left join events e on e.seq = n.seq';
      return (await store.rows(sql)).map((row) => JSON.stringify(row)).toSorted();
    };
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.shuffledSubarray(KEYS, { minLength: 1 }),
        fc.nat(3),
        async (events, denied, most) => {
          const store = await open(options);
          for (const pubkey of KEYS.slice(0, 2)) await store.addReceiver(pubkey);
          await store.insert(events);
          const before = [await dump(store), await told(store)];
          for (const pubkey of denied) await denyAccount(store, pubkey, '');
          // In portions of any size.
          for (const pubkey of denied) await store.release(pubkey, most);
          for (const pubkey of denied) await readmitAccount(store, pubkey);
          expect([await dump(store), await told(store)]).toEqual(before);
          await store.close();
        },
      ),
      { numRuns: runs(100 * share) },
    );
  });

  test('no event of a denied account is in any result, and all return after readmission', async () => {
    const store = await worldIn(open);
    const people = [...new Set(Object.values(WORLD).map(({ pubkey }) => pubkey))];
    const before = await dump(store);
    for (const pubkey of people) {
      const ids = (
        await store.rows('select id from events where pubkey = ? and state in (0, 1)', [pubkey])
      ).map(({ id }) => String(id));
      expect(await denyAccount(store, pubkey, '')).toBeGreaterThanOrEqual(ids.length);
      expect(await idsOf(store, pubkey)).toEqual([]);
      expect(await store.events(ids)).toEqual([]);
      expect(await store.count([{ authors: [pubkey] }])).toBe(0);
      expect(await withholdAll(store, pubkey)).toBe(0);
    }
    const without = await dump(store);
    expect([without.refs, without.follows, without.articles, without.texts, without.names]).toEqual(
      [[], [], [], [], []],
    );
    for (const pubkey of people) await readmitAccount(store, pubkey);
    expect(await dump(store)).toEqual(before);
    expect(await store.standings()).toEqual([]);
    await store.close();
  });

  test('INV-NEWEST a list that came while an older one was withheld stays the newest after readmission', async () => {
    const store = await open(options);
    const list = (n: number) =>
      by(ANN, { kind: KIND.Contacts, created_at: NOW - 100 + n, tags: [['p', `${n}`.repeat(64)]] });
    await store.insert([list(1), list(2)]);
    await denyAccount(store, ANN, '');
    // As if the command that readmits it had been interrupted.
    await store.clearStanding(ANN, 'denied');
    await store.insert([list(3)]);
    expect((await store.latest(`3:${ANN}:`))?.id).toBe(list(3).id);
    expect(await readmitAccount(store, ANN)).toBe(2);
    expect((await store.latest(`3:${ANN}:`))?.id).toBe(list(3).id);
    expect(await idsOf(store, ANN)).toEqual([list(3).id]);
    expect(
      (await store.rows('select follower, followed from follows')).map(({ followed }) => followed),
    ).toEqual(['3'.repeat(64)]);
  });

  test('E-18 seen events of a denied account are not new after readmission; unseen ones are', async () => {
    const store = await open(options);
    const post = by(BEN, { content: 'a post', created_at: NOW - 90 });
    const answer = (created_at: number) =>
      by(ANN, { content: `at ${created_at}`, created_at, tags: [['e', post.id, '', 'root']] });
    const follows = by(ANN, { kind: KIND.Contacts, created_at: NOW - 70, tags: [['p', BEN]] });
    await store.addReceiver(BEN);
    await store.insert([post, answer(NOW - 60), follows, answer(NOW - 20)]);
    await store.setNotificationsSeen(BEN, seconds(NOW - 40));
    const unread = async () => (await store.unreadNotifications(BEN, 9)).map(({ key }) => key);
    expect(await unread()).toEqual([NOW - 20]);
    await denyAccount(store, ANN, '');
    expect(await unread()).toEqual([]);
    await readmitAccount(store, ANN);
    expect(await unread()).toEqual([NOW - 20]);
    expect(await store.rows('select 1 from notifications')).toHaveLength(3);
    await store.close();
  });

  test('a removed event is gone for good and cannot return; no other event is affected', async () => {
    const store = await open(options);
    const [bad, good] = [by(ANN, { content: 'bad' }), by(ANN, { content: 'good' })];
    await store.insert([bad, good]);
    expect(await store.forget(bad.id)).toBe(true);
    expect([await store.forget(bad.id), await store.forget('f'.repeat(64))]).toEqual([
      false,
      false,
    ]);
    expect(await idsOf(store, ANN)).toEqual([good.id]);
    expect(
      (await store.rows('select raw from events where id = ?', [bad.id])).map(({ raw }) => raw),
    ).toEqual(['']);
    expect(await reasons(store, bad)).toEqual(['blocked: removed here']);
  });

  test('reposts of denied or removed events by an earlier version are withheld, even after interruption', async () => {
    const store = await open(options);
    const posts = Array.from({ length: 3 }, (_, n) => by(ANN, { content: `post ${n}` }));
    const repost = (of: VerifiedEvent) =>
      by(BEN, { kind: KIND.Repost, content: JSON.stringify(of), tags: [['e', of.id]] });
    const [gone, kept] = [by(CID, { content: 'gone' }), by(CID, { content: 'kept' })];
    const reposts = [...posts, gone, kept].map(repost);
    await store.insert([...posts, gone, kept, ...reposts]);
    // As the earlier version did it.
    await store.setStanding(ANN, 'denied', '');
    await store.forget(gone.id);
    let left = 2;
    const withholdRepeats: typeof store.withholdRepeats = async (name, after) => {
      if (left-- === 0) throw new Error('killed');
      return store.withholdRepeats(name, after, 1);
    };
    await expect(withholdOldRepeats({ ...store, withholdRepeats })).rejects.toThrow('killed');
    await withholdOldRepeats(store);
    expect(await idsOf(store, BEN)).toEqual([reposts.at(-1)?.id]);
    await withholdOldRepeats({
      ...store,
      withholdRepeats: () => Promise.reject(new Error('done already')),
    });
  });

  test.runIf(isLong)(
    'a scan for events that repeat another ends after a range, with or without results',
    async () => {
      const store = await open(options);
      const others = Array.from({ length: 5_010 }, (_, n) => by(BEN, { content: `${n}` }));
      for (let from = 0; from < others.length; from += 1_000)
        await store.insert(others.slice(from, from + 1_000));
      const [first] = await store.rows('select min(seq) as seq from events');
      const after = Number(first?.['seq']) - 1;
      const steps = [];
      for (
        let next: number | undefined = after;
        next !== undefined;
        { next } = await store.withholdRepeats('f'.repeat(64), next, 50)
      )
        steps.push(next);
      expect(steps).toEqual([after, after + 5_000]);
    },
  );

  test("the operator's last decision counts; clearing a different standing changes nothing", async () => {
    const store = await open(options);
    await store.setStanding(ANN, 'allowed', '');
    await store.clearStanding(ANN, 'denied');
    expect(await store.standingsOf([ANN])).toEqual(new Map([[ANN, 'allowed']]));
    await denyAccount(store, ANN, 'no');
    expect(await store.standingsOf([ANN])).toEqual(new Map([[ANN, 'denied']]));
  });
});
