import { expect, test } from 'vitest';
import { startService } from '../start.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { openEventVerifier } from '../verify.ts';
import { startMirroring } from './start-mirroring.ts';

test('RELAY-07 a mirrored relay counts as connected until it is away', async () => {
  const gate = await openEventVerifier();
  const store = openStore(':memory:', { verify: gate.verify });
  const source = await startService({ port: 0 });
  const relay = source.url.replace('http', 'ws');
  const connected = new Set<string>();
  const states: string[] = [];
  const stop = await startMirroring({
    store,
    gate,
    plan: { relays: [relay, 'ws://127.0.0.1:1'], keys: [], depth: 1, since: 0 },
    told: ({ relay: of, state }) => void (of === relay && states.push(state)),
    connected,
  });
  await expect.poll(() => states).toContain('following');
  expect([...connected]).toEqual([relay]);
  await source.stop();
  await expect.poll(() => states).toContain('away');
  expect([...connected]).toEqual([]);
  await stop();
  await store.close();
});
