import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createActor, setup, toPromise } from 'xstate';
import { loopback } from '../../../../tests/support/service/loopback.ts';
import type { ProxySignal } from '../../../machines/settings/network.machine.ts';
import { openStorages } from '../../core/storage.ts';
import { proxyChoice } from './proxy-store.ts';
import { relayInfoPort } from './relay-info.ts';

let server: Awaited<ReturnType<typeof loopback>>;
let home = '';
let body = '';
const seen: IncomingMessage[] = [];

beforeAll(async () => {
  server = await loopback((request, response) => {
    seen.push(request);
    response.end(body);
  });
  home = server.origin;
});
afterAll(() => server.end());

const ask = (url: string) =>
  toPromise(createActor(relayInfoPort({ fetch, home }), { input: { url } }).start());

test('RELAY-09 the document is requested by its own type, without cookies; an oversized one is undefined', async () => {
  body = JSON.stringify({ name: 'Harbour', supported_nips: [1] });
  expect(await ask(home.replace('http', 'ws'))).toMatchObject({ name: 'Harbour', nips: [1] });
  expect([seen[0]?.headers.accept, seen[0]?.headers.cookie]).toEqual([
    'application/nostr+json',
    undefined,
  ]);
  body = JSON.stringify({ name: 'x'.repeat(300_000) });
  expect(await ask(home.replace('http', 'ws'))).toBeUndefined();
  body = '<html>';
  expect(await ask(home.replace('http', 'ws'))).toBeUndefined();
});

test('E-24 a relay with a forbidden address is not requested', async () => {
  const before = seen.length;
  expect(
    await toPromise(
      createActor(relayInfoPort({ fetch, home: 'https://x.example' }), {
        input: { url: home.replace('http', 'ws') },
      }).start(),
    ),
  ).toBe(undefined);
  expect(seen).toHaveLength(before);
});

test('RELAY-08 INV-SCOPE the proxy choice is stored for each account', () => {
  const storages = openStorages(undefined);
  const [ann, bob] = ['a'.repeat(64), 'b'.repeat(64)] as const;
  const start = (account: string) => {
    const heard: ProxySignal[] = [];
    const owner = setup({
      types: { events: {} as ProxySignal },
      actors: { proxy: proxyChoice(storages, undefined) },
    }).createMachine({
      invoke: { id: 'proxy', src: 'proxy', input: { account } },
      on: { 'proxy.found': { actions: ({ event }) => heard.push(event) } },
    });
    const { proxy } = createActor(owner).start().getSnapshot().children;
    return { heard, keep: (on: boolean) => proxy?.send({ type: 'proxy.keep', on }) };
  };
  start(ann).keep(true);
  expect([ann, bob].map((who) => start(who).heard)).toEqual([
    [{ type: 'proxy.found', on: true }],
    [{ type: 'proxy.found', on: false }],
  ]);
  start(ann).keep(false);
  expect(start(ann).heard).toEqual([{ type: 'proxy.found', on: false }]);
});
