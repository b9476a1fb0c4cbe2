import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, millis, seconds, toSeconds } from '../../../src/events/core/time.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import {
  type FreshDatabase,
  freshDatabase,
  noPostgres,
  once,
} from '../../../tests/support/store/postgres.ts';
import { signed } from '../../../tests/support/events/signed.ts';
import type { Inserted, Store, Where } from '../store.ts';
import { openPostgresStore } from './postgres-store.ts';
import { isLong } from '../../../tests/support/runs.ts';

const verify = verifyWith(() => true);
const now = () => inSeconds(toSeconds(millis(Date.now())));
const event = (template: Parameters<typeof signed>[0], key?: number) => {
  const known = verify(signed({ created_at: seconds(now()), ...template }, key));
  if (!known) throw new Error('not an event');
  return known;
};

/** Record the notifications of a store, with a function that waits for one of them. */
function hear(store: Store) {
  const heard: { readonly inserted: Inserted; readonly where: Where }[] = [];
  const waiting = new Set<() => void>();
  store.onInserted((inserted, where) => {
    heard.push({ inserted, where });
    for (const look of waiting) look();
  });
  const until = (isThere: () => boolean) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      if (!isThere()) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
    return promise;
  };
  const ids = () =>
    heard.flatMap(({ inserted }) => [...inserted.added, ...inserted.ephemeral].map(({ id }) => id));
  return {
    heard,
    ids,
    id: (id: string) => until(() => ids().includes(id)),
    concerned: (pubkey: string) =>
      until(() => heard.some(({ inserted }) => inserted.concerned.has(pubkey))),
  };
}

/** Two independent processes with one database. */
function two(prepare: (url: string) => Promise<void> = async () => undefined) {
  let database: FreshDatabase;
  const stores: Store[] = [];
  beforeAll(async () => {
    database = await freshDatabase();
    await prepare(database.url);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    for (let n = 0; n < 2; n++) stores.push(await openPostgresStore(database.url, { verify }));
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  return () => {
    const [one, other] = stores;
    if (!one || !other) throw new Error('no stores');
    return { one, other, url: database.url };
  };
}

describe.skipIf(noPostgres)(
  `two processes on one PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    const open = two();

    test('receive stored events, ephemeral events and concerned accounts of the other process, once each', async () => {
      const { one, other } = open();
      const [here, there] = [hear(one), hear(other)];
      const ann = event({ content: 'ann' }, 41);
      await one.addReceiver(ann.pubkey);
      await one.insert([ann]);
      await there.id(ann.id);
      const like = event({ kind: KIND.Reaction, content: '+', tags: [['e', ann.id]] }, 42);
      const passing = event({ kind: 20_001, content: 'passing' }, 42);
      await one.insert([like, passing]);
      await there.id(passing.id);
      expect(there.heard.map(({ where }) => where)).toEqual(['elsewhere', 'elsewhere']);
      expect(there.heard[1]?.inserted).toMatchObject({
        added: [like],
        ephemeral: [passing],
        concerned: new Set([ann.pubkey]),
      });
      const answer = event({ content: 'back' }, 43);
      await other.insert([answer]);
      await here.id(answer.id);
      expect(here.heard.map(({ where }) => where)).toEqual(['here', 'here', 'elsewhere']);
      expect(there.heard).toHaveLength(3);
    });

    test('receive changes of accounts that no event reports', async () => {
      const { one, other } = open();
      const there = hear(other);
      await one.concern(['a'.repeat(64)]);
      await there.concerned('a'.repeat(64));
      expect(there.heard).toHaveLength(1);
    });

    test('receive batches that are larger than a NOTIFY payload', async () => {
      const { one, other } = open();
      const there = hear(other);
      const many = Array.from({ length: 300 }, (_, n) => event({ content: `many ${n}` }, 44));
      await one.insert(many);
      await there.id(many[0]?.id ?? '');
      expect(there.ids()).toEqual(many.map(({ id }) => id));
    });

    test.runIf(isLong)(
      'receive each stored event exactly once, even if notifications are lost for a while',
      async () => {
        const { one, other, url } = open();
        const there = hear(other);
        const notes = Array.from({ length: 30 }, (_, n) =>
          event({ content: `while deaf ${n}` }, 45),
        );
        for (const [n, note] of notes.entries()) {
          if (n % 10 === 3)
            await once(
              url,
              "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'starling listens'",
            );
          await one.insert([note]);
        }
        for (const { id } of notes) await there.id(id);
        const marker = event({ content: 'after it' }, 45);
        await one.insert([marker]);
        await there.id(marker.id);
        expect(there.ids().toSorted()).toEqual([...notes, marker].map(({ id }) => id).toSorted());
      },
    );

    test.runIf(isLong)(
      'count an event that both store at the same time once, and sweep expired events once',
      async () => {
        const { one, other } = open();
        const note = event({ content: 'to be liked' }, 46);
        await one.addReceiver(note.pubkey);
        const dying = Array.from({ length: 10 }, (_, n) =>
          event(
            {
              kind: KIND.Reaction,
              content: '+',
              tags: [
                ['e', note.id],
                ['expiration', String(now() + 1)],
              ],
            },
            47 + n,
          ),
        );
        const likes = Array.from({ length: 20 }, (_, n) =>
          event({ kind: KIND.Reaction, content: '+', tags: [['e', note.id]] }, 60 + n),
        );
        await one.insert([note, ...dying]);
        const both = [one, other];
        await Promise.all(likes.flatMap((like) => both.map((store) => store.insert([like]))));
        const likesNow = async () => (await other.countsOfTargets([note.id])).get(note.id)?.likes;
        while ((await likesNow()) !== 20) await Promise.all(both.map((store) => store.sweep()));
        await Promise.all(both.map((store) => store.sweep()));
        expect(await likesNow()).toBe(20);
        expect(await one.count([{ kinds: [KIND.Reaction], '#e': [note.id] }])).toBe(20);
      },
    );

    test('leave a task with a lease to one process, as long as it renews the lease', async () => {
      const { one, other } = open();
      const answers = await Promise.all([
        one.onlyHere('x', seconds(60)),
        other.onlyHere('x', seconds(60)),
      ]);
      expect(answers.toSorted()).toEqual([false, true]);
      const [holder, rest] = answers[0] ? [one, other] : [other, one];
      expect([
        await holder.onlyHere('x', seconds(0)),
        await rest.onlyHere('x', seconds(60)),
      ]).toEqual([true, true]);
      expect(await holder.onlyHere('x', seconds(60))).toBe(false);
      expect(await holder.onlyHere('y', seconds(60))).toBe(true);
    });
  },
);

describe.skipIf(noPostgres)(
  `two processes on a database without NOTIFY${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    const open = two(async (url) => {
      await once(
        url,
        "create function pg_notify(text, text) returns void language plpgsql as $$ begin raise 'not here' using errcode = '0A000'; end $$",
      );
      await once(
        url,
        "do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$",
      );
    });

    test.runIf(isLong)('keep stored events and receive changes by polling', async () => {
      const { one, other } = open();
      const there = hear(other);
      const notes = Array.from({ length: 5 }, (_, n) => event({ content: `unsaid ${n}` }, 48));
      for (const note of notes) {
        await one.insert([note]);
        await there.id(note.id);
      }
      expect(there.ids()).toEqual(notes.map(({ id }) => id));
    });
  },
);
