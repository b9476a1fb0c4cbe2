// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { findBlob } from './find-blob.ts';

const HOME = 'https://home.example';
const urls = { createObjectURL: () => '', revokeObjectURL: () => undefined };

afterEach(() => {
  delete document.documentElement.dataset['media'];
});

test('NOTE-05 a file exists if HEAD returns ok or a redirect; no cookies, referrer or following it', async () => {
  const answers: (Response | Error)[] = [
    new Response(null, { status: 200 }),
    new Response(null, { status: 404 }),
    new Error('no answer'),
    Object.defineProperty(new Response(null, { status: 200 }), 'ok', { value: false }),
    Object.defineProperties(new Response(null), {
      ok: { value: false },
      type: { value: 'opaqueredirect' },
    }),
  ];
  const fetch = vi.fn(async () => {
    const answer = answers.shift();
    if (!(answer instanceof Response)) throw answer;
    return answer;
  });
  const find = findBlob({ fetch, home: HOME, urls });
  const { signal } = new AbortController();
  const url = 'https://files.example/a';
  const seen: unknown[] = [];
  for (let at = 0; at < 5; at++) seen.push(await find(url, signal));
  expect(seen).toEqual([url, undefined, undefined, undefined, url]);
  expect(fetch.mock.calls[0]).toEqual([
    'https://files.example/a',
    {
      method: 'HEAD',
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    },
  ]);
});

test('NOTE-05 a cancelled request is aborted', async () => {
  const stop = new AbortController();
  stop.abort(new Error('left'));
  const fetch = () => Promise.reject(new Error('aborted'));
  const find = findBlob({ fetch, home: HOME, urls });
  await expect(find('https://files.example/a', stop.signal)).rejects.toThrow('left');
});

test('TRUST-08 NOTE-05 a page that shows only its own pictures fetches one, and shows its bytes', async () => {
  document.documentElement.dataset['media'] = 'only';
  const types = ['image/png', 'text/html', 'image/png'];
  const bodies = [Uint8Array.of(1, 2), Uint8Array.of(1), new Uint8Array(20 * 2 ** 20 + 1)];
  const asked: unknown[] = [];
  const fetch = async (_: unknown, options?: RequestInit) => {
    asked.push(options?.method ?? 'GET');
    return new Response(bodies.shift(), { headers: { 'content-type': types.shift() ?? '' } });
  };
  const made: Blob[] = [];
  const revoked: string[] = [];
  const find = findBlob({
    fetch,
    home: HOME,
    urls: {
      createObjectURL: (file) => (file instanceof Blob ? `blob:${made.push(file)}` : ''),
      revokeObjectURL: (url) => void revoked.push(url),
    },
  });
  const { signal } = new AbortController();
  const seen = async (name: string) => find(`https://files.example/${name}`, signal);
  expect(await seen('a')).toBe('blob:1');
  expect([made[0]?.type, made[0]?.size]).toEqual(['image/png', 2]);
  // once
  expect(await seen('a')).toBe('blob:1');
  // no picture, or a bomb
  expect([await seen('b'), await seen('c')]).toEqual([undefined, undefined]);
  expect(asked).toEqual(['GET', 'GET', 'GET']);
  // files of the page's own service need no copy
  types.push('image/png');
  expect(await find(`${HOME}/a`, signal)).toBe(`${HOME}/a`);
  expect(asked.at(-1)).toBe('HEAD');
  for (let at = 0; at < 24; at++) {
    types.push('image/png');
    bodies.push(Uint8Array.of(at));
    await seen(`more${at}`);
  }
  expect(revoked).toEqual(['blob:1']);
});
