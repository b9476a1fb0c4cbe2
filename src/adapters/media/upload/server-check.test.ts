import type { RequestListener } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { loopback } from '../../../../tests/support/service/loopback.ts';
import { serverCheck } from './server-check.ts';

const HOME = 'http://127.0.0.1:1';
const ends: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve(listener: RequestListener): Promise<string> {
  const { origin, end } = await loopback(listener);
  ends.push(end);
  return origin;
}

const ask = (origin: string, home = HOME) =>
  createActor(serverCheck({ fetch, home }), { input: { origin } }).start();

test('MEDIA-03 E-24 a GET returns the status; redirects are not followed; a missing server has none', async () => {
  const asked: unknown[] = [];
  const origin = await serve(({ method, url, headers }, response) => {
    asked.push([method, url, headers.cookie, headers.referer]);
    response.writeHead(asked.length === 1 ? 200 : 404).end('page');
  });
  expect(await toPromise(ask(origin))).toBe(200);
  expect(await toPromise(ask(origin))).toBe(404);
  expect(asked).toEqual([1, 2].map(() => ['GET', '/', undefined, undefined]));
  const moved = await serve(
    (_, response) => void response.writeHead(302, { Location: origin }).end(),
  );
  expect([await toPromise(ask(moved)), asked.length]).toEqual([undefined, 2]);
  expect(await toPromise(ask('http://127.0.0.1:1'))).toBeUndefined();
});

test('MEDIA-03 E-24 an address without https is requested only on this machine, from a page on it', async () => {
  const asked = vi.fn<typeof fetch>(async () => new Response('', { status: 200 }));
  const tries: ReadonlyArray<readonly [string, string]> = [
    ['http://media.example', HOME],
    ['http://10.0.0.1', HOME],
    ['http://127.0.0.1:9', 'https://home.example'],
    ['ftp://media.example', HOME],
    ['https://media.example/path?q', HOME],
  ];
  for (const [origin, home] of tries)
    await toPromise(
      createActor(serverCheck({ fetch: asked, home }), { input: { origin } }).start(),
    );
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['https://media.example/']);
});

test('MEDIA-03 ending the port aborts the request', async () => {
  let isOpen = false;
  const origin = await serve(({ socket }) => {
    isOpen = true;
    socket.on('close', () => {
      isOpen = false;
    });
  });
  const actor = ask(origin);
  await vi.waitFor(() => expect(isOpen).toBe(true));
  actor.stop();
  await vi.waitFor(() => expect(isOpen).toBe(false));
});
