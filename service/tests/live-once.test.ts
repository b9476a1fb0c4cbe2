import { once as emitted } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { field, isRecord } from '../../src/events/core/json.ts';
import { listenCache } from '../../tests/support/connection/cache-client.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { secondsNow } from '../../tests/kills/seconds-now.ts';
import {
  type FreshDatabase,
  freshDatabase,
  noPostgres,
  once,
} from '../../tests/support/store/postgres.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { openCache } from '../cache/cache-context.ts';
import { openBackpressure } from '../http/backpressure.ts';
import { openRelay } from '../relay/relay.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import type { Store } from '../store/store.ts';
import { openEventVerifier } from '../verify.ts';

const gate = await openEventVerifier();
const ROUNDS = 5;
const HOST = signed({}, 1).pubkey;
const ABOUT = ['a', `${KIND.LiveEvent}:${HOST}:show`];

/** Serve a relay and a caching service over a store. */
async function serve(store: Store) {
  const relay = openRelay({
    backlog: openBackpressure(),
    store,
    intake: { offer: () => undefined, close: async () => undefined },
    gate,
    own: 'ws://relay.example/',
  });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => void relay.serve(socket, 'somewhere'));
  await emitted(server, 'listening');
  const address = server.address();
  const cache = await listenCache(openCache(store, { verify: gate.verify }));
  return {
    cache,
    relay: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async stop() {
      await cache.stop();
      for (const socket of server.clients) socket.terminate();
      relay.close();
      server.close();
    },
  };
}

const chat = (content: string) => {
  const event = gate.verify(
    signed({ kind: KIND.LiveChatMessage, content, tags: [ABOUT], created_at: secondsNow() }, 2),
  );
  if (!event) throw new Error('not an event');
  return event;
};

/** Without NOTIFY, a commit of another process is read long before it is reported. */
async function slowNews(url: string): Promise<void> {
  await once(
    url,
    "create function pg_notify(text, text) returns void language plpgsql as $$ begin raise 'not here' using errcode = '0A000'; end $$",
  );
  await once(
    url,
    "do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$",
  );
}

describe.skipIf(noPostgres).each([['with'], ['without']])(
  `two processes on one PostgreSQL %s NOTIFY${noPostgres ? `: ${noPostgres}` : ''}`,
  (notify) => {
    let database: FreshDatabase;
    let stores: Store[] = [];
    let served: Awaited<ReturnType<typeof serve>>;
    const there = () => {
      const [, store] = stores;
      if (!store) throw new Error('no store');
      return store;
    };
    beforeAll(async () => {
      database = await freshDatabase();
      if (notify === 'without') await slowNews(database.url);
      stores = await Promise.all(
        [1, 2].map(() => openPostgresStore(database.url, { verify: gate.verify })),
      );
      const [here] = stores;
      if (!here) throw new Error('no store');
      served = await serve(here);
    });
    afterAll(async () => {
      await served.stop();
      for (const store of stores) await store.close();
      await database.drop();
    });

    test('RELAY-05 an event that a REQ read before it was reported is sent once', async () => {
      const client = await connectRelay(served.relay);
      const notes = [];
      for (let n = 0; n < ROUNDS; n++) {
        const note = chat(`note ${n}`);
        notes.push(note.id);
        await there().insert([note]);
        client.say(['REQ', `${n}`, { kinds: [KIND.LiveChatMessage], limit: 100 }]);
        await client.hear('EOSE', `${n}`);
      }
      await there().insert([chat('the end')]);
      await expect
        .poll(() => client.eventsOf('0').at(-1)?.content, { timeout: 8_000 })
        .toBe('the end');
      for (let n = 0; n < ROUNDS; n++) {
        const ids = client.eventsOf(`${n}`).map(({ id }) => id);
        for (const id of notes) expect(ids.filter((one) => one === id)).toHaveLength(1);
      }
      client.socket.close();
    });

    test.each([
      ['live_feed', KIND.LiveEvent],
      ['a filter by time', undefined],
    ])('CACHE-07 an event that %s read before it was reported is sent once', async (_, kind) => {
      const line = await served.cache.connect();
      const ids: string[] = [];
      line.socket.on('message', (data: Buffer) => {
        const [type, , event]: unknown[] = JSON.parse(data.toString());
        const id = type === 'EVENT' && isRecord(event) ? field(event, 'id') : undefined;
        if (typeof id === 'string') ids.push(id);
      });
      const early = chat(`early ${kind}`);
      await there().insert([early]);
      const asked = { kind, pubkey: HOST, identifier: 'show', user_pubkey: HOST };
      line.send([
        'REQ',
        'stream',
        kind === undefined ? { since: secondsNow() - 5 } : { cache: ['live_feed', asked] },
      ]);
      await expect.poll(() => ids).toContain(early.id);
      const late = chat(`late ${kind}`);
      await there().insert([late]);
      await expect.poll(() => ids.at(-1), { timeout: 8_000 }).toBe(late.id);
      for (const { id } of [early, late]) expect(ids.filter((one) => one === id)).toHaveLength(1);
    });
  },
);
