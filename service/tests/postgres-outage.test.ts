import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, noPostgres } from '../../tests/support/store/postgres.ts';
import { type PostgresServer, startPostgres } from '../../tests/support/store/postgres-server.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { isLong, runs } from '../../tests/support/runs.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { type Service, startService } from '../start.ts';
import type { Store } from '../store/store.ts';
import { UnusableStore } from '../errors.ts';

describe.skipIf(noPostgres)(noPostgres ?? 'a service on PostgreSQL', () => {
  let server: PostgresServer;
  let service: Service<Store>;
  beforeAll(async () => {
    server = await startPostgres({ isDurable: true });
    service = await startService({ port: 0, store: server.url('postgres') });
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  const ask = async (verb: string, payload: object) => {
    const response = await fetch(`${service.url}/api`, {
      method: 'POST',
      body: JSON.stringify([verb, payload]),
    });
    return (await response.json()) as unknown;
  };

  test.runIf(isLong)(
    'reports an outage everywhere, keeps acknowledged data, and continues afterwards',
    async () => {
      const relay = await connectRelay(service.url);
      const [before, meanwhile, after] = ['before', 'meanwhile', 'after'].map((content) =>
        signed({ content, tags: [['t', 'away']] }),
      );
      relay.say(['EVENT', before]);
      expect(await relay.hear('OK', before?.id)).toEqual(['OK', before?.id, true, '']);
      await server.kill();
      const cache = await connectRelay(`${service.url}/v1`);
      cache.say(['REQ', 'told', { cache: ['notifications', { pubkey: before?.pubkey }] }]);
      expect(await cache.hear('NOTICE', 'told')).toEqual([
        'NOTICE',
        'told',
        'the database is away, try again later',
      ]);
      cache.socket.close();
      relay.say(
        ['EVENT', meanwhile],
        ['REQ', 'one', { '#t': ['away'] }],
        ['NEG-OPEN', 'three', { '#t': ['away'] }, '6100'],
      );
      expect(await relay.hear('OK', meanwhile?.id)).toEqual([
        'OK',
        meanwhile?.id,
        false,
        'error: the database is away, try again later',
      ]);
      expect(await relay.hear('CLOSED', 'one')).toEqual([
        'CLOSED',
        'one',
        'error: the database is away, try again later',
      ]);
      expect(await relay.hear('NEG-ERR', 'three')).toEqual([
        'NEG-ERR',
        'three',
        'error: the database is away, try again later',
      ]);
      expect(await ask('events', { event_ids: [before?.id] })).toEqual({
        error: 'the database is away, try again later',
      });
      const probe = async (path: string) => {
        const answered = await fetch(`${service.url}${path}`);
        return [answered.status, (await answered.text()).trim()];
      };
      expect(await Promise.all(['/health', '/ready'].map(probe))).toEqual([
        [200, 'The service answers'],
        [503, 'The database is away'],
      ]);
      const file = await fetch(`${service.url}/${'f'.repeat(64)}`);
      expect([file.status, file.headers.get('retry-after')]).toEqual([503, '5']);
      await server.restart();
      relay.say(['EVENT', after], ['REQ', 'two', { '#t': ['away'] }]);
      expect(await relay.hear('OK', after?.id)).toEqual(['OK', after?.id, true, '']);
      await relay.hear('EOSE', 'two');
      expect(await probe('/ready')).toEqual([200, 'Ready']);
      expect(new Set(relay.eventsOf('two').map(({ content }) => content))).toEqual(
        new Set(['before', 'after']),
      );
      relay.socket.close();
    },
  );

  test.runIf(isLong)(
    'is filled with the demo town once, and refuses a partly built town',
    async () => {
      const database = await freshDatabase();
      const options = { port: 0, store: database.url, town: 0.01 };
      const told: number[] = [];
      const onDemo = (accounts: readonly unknown[]) => void told.push(accounts.length);
      const first = await startService({ ...options, onDemo });
      const { pubnotes } = await first.store.netTotals();
      expect(pubnotes).toBeGreaterThan(10);
      await first.stop();
      const second = await startService({ ...options, onDemo });
      expect([told[0], (await second.store.netTotals()).pubnotes]).toEqual([told[1], pubnotes]);
      await second.store.note('town_unfinished', 'yes');
      await second.stop();
      await expect(startService(options)).rejects.toThrow(UnusableStore);
      await database.drop();
      await expect(startService(options)).rejects.toThrow(
        'there is no database of that name: make it first (createdb)',
      );
    },
  );

  test.runIf(isLong)(
    'E-48 loses no acknowledged event and counts nothing twice, whenever the database is killed',
    async () => {
      const note = signed({ content: 'to be liked' });
      await service.store.insert([note].flatMap((event) => service.gate.admit(event) ?? []));
      const likes = Array.from({ length: 40 * runs(8) }, (_, n) =>
        signed({ kind: 7, content: '+', tags: [['e', note.id]] }, n + 10),
      );
      const acknowledged = new Set<string>();
      const relay = await connectRelay(service.url);
      for (let start = 0, round = 0; start < likes.length; start += 40, round++) {
        const some = likes.slice(start, start + 40);
        relay.say(...some.map((like) => ['EVENT', like]));
        // At another moment of its work each time.
        await relay.hear('OK', some[(round * 7) % 40]?.id);
        await server.kill();
        for (const { id } of some)
          if ((await relay.hear('OK', id))[2] === true) acknowledged.add(id);
        await server.restart();
      }
      const stored = await service.store.events(likes.map(({ id }) => id));
      expect(stored.length).toBeGreaterThanOrEqual(acknowledged.size);
      expect([...acknowledged].filter((id) => !stored.some((event) => event.id === id))).toEqual(
        [],
      );
      expect((await service.store.countsOfTargets([note.id])).get(note.id)?.likes).toBe(
        stored.length,
      );
      relay.socket.close();
    },
  );
});
