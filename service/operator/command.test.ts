import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { npubOf } from '../../src/events/nostr/nip19.ts';
import { secondsNow } from '../../tests/kills/seconds-now.ts';
import { isLong } from '../../tests/support/runs.ts';
import {
  type ServiceProcess,
  runServiceCommand,
} from '../../tests/support/service/service-process.ts';
import { freshDatabase, noPostgres } from '../../tests/support/store/postgres.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { startTested } from '../../tests/support/service/tested-service.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-operator-'));
const services: ServiceProcess[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.end('SIGTERM');
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Without the line that names the store. */
async function command(...args: readonly string[]) {
  const [code, said] = await runServiceCommand(...args);
  return [code, said.replace(/^Store: .*\n/m, '')] as const;
}

const DENIED = 'blocked: this account may not publish here';

async function serve(...args: readonly string[]) {
  const service = await startTested(['--port', '0', '--no-town', ...args]);
  services.push(service);
  const client = await connectRelay(service.url);
  let asked = 0;
  return {
    client,
    publish: async (event: { id: string }) => {
      client.say(['EVENT', event]);
      return (await client.hear('OK', event.id)).slice(2);
    },
    contents: async (pubkey: string) => {
      const id = `q${++asked}`;
      client.say(['REQ', id, { authors: [pubkey] }]);
      await client.hear('EOSE', id);
      return client.eventsOf(id).map(({ content }) => content);
    },
  };
}

test.runIf(isLong)(
  'an account is denied and readmitted while the service runs; invalid commands change nothing',
  async () => {
    const data = join(dir, 'sqlite');
    expect(await command('deny', 'a'.repeat(64), '--data', data)).toEqual([
      1,
      expect.stringContaining('start the service first'),
    ]);
    expect(await command('deny', 'nobody', '--data', data)).toEqual([
      2,
      expect.stringContaining('Not a public key: nobody'),
    ]);
    expect(await command('deny', '--data', data)).toEqual([
      2,
      expect.stringContaining('Name one account or more'),
    ]);
    const { client, publish, contents } = await serve('--data', data);
    const notes = Array.from({ length: 120 }, (_, n) =>
      signed({ content: `bad ${n}`, created_at: secondsNow() - n }, 7),
    );
    const { pubkey } = signed({}, 7);
    client.say(...notes.map((note) => ['EVENT', note]));
    for (const { id } of notes) await client.hear('OK', id);
    client.say(['REQ', 'live', { authors: [pubkey], since: secondsNow() - 1 }]);
    const others = Array.from({ length: 300 }, (_, n) =>
      signed({ content: `${n}`, created_at: secondsNow() - n }, 8),
    );
    const denying = command('deny', npubOf(pubkey) ?? '', '--note', 'spam', '--data', data);
    client.say(...others.map((note) => ['EVENT', note]));
    expect(await denying).toEqual([0, `${npubOf(pubkey)}: denied; 120 events are withheld\n`]);
    for (const { id } of others) expect((await client.hear('OK', id))[2]).toBe(true);
    expect(await contents(pubkey)).toEqual([]);
    expect(await publish(signed({ content: 'more', created_at: secondsNow() }, 7))).toEqual([
      false,
      DENIED,
    ]);
    const [code, said] = await command('standings', '--json', '--data', data);
    expect([code, JSON.parse(said)]).toEqual([
      0,
      [expect.objectContaining({ pubkey, standing: 'denied', note: 'spam' })],
    ]);
    expect(await command('undeny', pubkey, '--data', data)).toEqual([
      0,
      `${npubOf(pubkey)}: not denied; 120 events are released\n`,
    ]);
    expect((await contents(pubkey)).toSorted()).toEqual(
      notes.map(({ content }) => content).toSorted(),
    );
    expect(await publish(signed({ content: 'again', created_at: secondsNow() }, 7))).toEqual([
      true,
      '',
    ]);
  },
  60_000,
);

test.runIf(isLong)(
  'a command without flags uses the running service, and names its store',
  async () => {
    const runtime = mkdtempSync(join(tmpdir(), 'run-'));
    vi.stubEnv('XDG_RUNTIME_DIR', runtime);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(runtime, { recursive: true });
    });
    const [data, second] = [join(dir, 'elsewhere'), join(dir, 'second')];
    const { pubkey } = signed({}, 7);
    const { publish } = await serve('--data', data);
    expect(await runServiceCommand('deny', pubkey)).toEqual([
      0,
      `${npubOf(pubkey)}: denied; 0 events are withheld\nStore: ${join(data, 'starling.db')}\n`,
    ]);
    expect(await publish(signed({ content: 'no', created_at: secondsNow() }, 7))).toEqual([
      false,
      DENIED,
    ]);
    await serve('--data', second);
    const [code, said] = await runServiceCommand('standings');
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('several services run, name one of them'),
    ]);
    expect(await runServiceCommand('standings', '--json', '--data', second)).toEqual([
      0,
      `[]\nStore: ${join(second, 'starling.db')}\n`,
    ]);
  },
  60_000,
);

describe.skipIf(noPostgres)(`on one PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  test.runIf(isLong)(
    "an operator's decision applies at all services at once, and reports of one are read",
    async () => {
      const { url, drop } = await freshDatabase();
      onTestFinished(drop);
      const [one, other] = await Promise.all(
        ['one', 'other'].map((name) => serve('--data', join(dir, name), '--store', url)),
      );
      if (!one || !other) throw new Error('no services');
      const bad = signed({ content: 'bad', created_at: secondsNow() }, 7);
      expect(await one.publish(bad)).toEqual([true, '']);
      const report = signed(
        {
          kind: 1984,
          tags: [
            ['e', bad.id, 'spam'],
            ['p', bad.pubkey],
          ],
          created_at: secondsNow(),
        },
        8,
      );
      expect(await other.publish(report)).toEqual([true, '']);
      const [, reports] = await command('reports', '--json', '--store', url);
      expect(JSON.parse(reports)).toEqual([
        expect.objectContaining({
          target: bad.id,
          author: bad.pubkey,
          words: 'bad',
          reasons: { spam: 1 },
        }),
      ]);
      expect((await command('deny', bad.pubkey, '--store', url))[0]).toBe(0);
      for (const { publish, contents } of [one, other]) {
        expect(await contents(bad.pubkey)).toEqual([]);
        expect(
          await publish(signed({ content: `${Math.random()}`, created_at: secondsNow() }, 7)),
        ).toEqual([false, DENIED]);
      }
    },
    60_000,
  );
});
