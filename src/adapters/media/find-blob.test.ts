// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBlob } from './find-blob.ts';

const HOME = 'https://home.example';
const urls = { createObjectURL: () => '', revokeObjectURL: () => undefined };

afterEach(() => {
  delete document.documentElement.dataset['media'];
});

/** The input of a search. */
function searchOf(url: string, isRequested = false) {
  const stop = new AbortController();
  const progress = vi.fn();
  const search = { url, isRequested, signal: stop.signal, onProgress: progress };
  return { search, progress, stop: () => stop.abort() };
}

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
  const url = 'https://files.example/a';
  const { search } = searchOf(url);
  const seen: unknown[] = [];
  for (let at = 0; at < 5; at++) seen.push(await find(search));
  expect(seen).toEqual([url, undefined, undefined, undefined, url]);
  expect(fetch.mock.calls[0]).toEqual([
    'https://files.example/a',
    {
      method: 'HEAD',
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: search.signal,
    },
  ]);
});

test('NOTE-05 a cancelled request is aborted', async () => {
  const stop = new AbortController();
  const fetch = () => {
    stop.abort(new Error('left'));
    return Promise.reject(new Error('aborted'));
  };
  const find = findBlob({ fetch, home: HOME, urls });
  const { search } = searchOf('https://files.example/a');
  await expect(find({ ...search, signal: stop.signal })).rejects.toThrow('left');
});

describe('TRUST-08 a page that shows only its own media', () => {
  beforeEach(() => {
    document.documentElement.dataset['media'] = 'only';
  });

  /** `answer`: the response of a host to one address. */
  function page(answer: (url: string) => Response, mostShown?: number) {
    const asked: { url: string; method: string; redirect: string | undefined }[] = [];
    const made: Blob[] = [];
    const revoked: string[] = [];
    const find = findBlob({
      home: HOME,
      ...(mostShown === undefined ? {} : { mostShown }),
      fetch: async (address, { method = 'GET', redirect } = {}) => {
        const url = address instanceof Request ? address.url : String(address);
        asked.push({ url, method, redirect });
        return answer(url);
      },
      urls: {
        createObjectURL: (file) => (file instanceof Blob ? `blob:${made.push(file)}` : ''),
        revokeObjectURL: (url) => void revoked.push(url),
      },
    });
    return { find, asked, made, revoked };
  }
  const file = (type: string, size = 2) =>
    new Response(new Uint8Array(size), { headers: { 'content-type': type } });

  test('NOTE-05 it fetches a file, reports progress and shows its bytes; own files need no copy', async () => {
    const { find, asked, made } = page(() => file('Image/PNG; charset=binary'));
    const { search, progress } = searchOf('https://files.example/a');
    expect(await find(search)).toBe('blob:1');
    expect([made[0]?.type, made[0]?.size]).toEqual(['image/png', 2]);
    expect(progress.mock.calls.length).toBeGreaterThan(1);
    expect(await find(searchOf(`${HOME}/a`).search)).toBe(`${HOME}/a`);
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'HEAD']);
  });

  test('NOTE-05 no page, drawing or playlist is shown, and no file of more than 20 or 50 MB', async () => {
    const types = ['text/html', 'image/svg+xml', 'audio/mpegurl', ''];
    for (const type of types) {
      const { find, made } = page(() => file(type));
      expect(await find(searchOf('https://files.example/a').search)).toBeUndefined();
      expect(made).toEqual([]);
    }
    const large = page((url) => file(url.endsWith('p') ? 'image/png' : 'audio/mp4', 21 * 2 ** 20));
    expect(await large.find(searchOf('https://files.example/p').search)).toBeUndefined();
    expect(await large.find(searchOf('https://files.example/s').search)).toBe('blob:1');
  });

  test('NOTE-05 searches share a file; its address ends with the last of them, never before', async () => {
    const { find, asked, revoked } = page(() => file('image/png'));
    const first = searchOf('https://files.example/a');
    const second = searchOf('https://files.example/a');
    expect([await find(first.search), await find(second.search)]).toEqual(['blob:1', 'blob:1']);
    const others = Array.from({ length: 40 }, (_, at) => searchOf(`https://files.example/${at}`));
    for (const { search } of others) await find(search);
    first.stop();
    expect(revoked).toEqual([]);
    second.stop();
    expect(revoked).toEqual(['blob:1']);
    expect(await find(searchOf('https://files.example/a').search)).toBe('blob:42');
    expect(asked).toHaveLength(42);
  });

  test('NOTE-05 files that are shown at one time have a limit, which ended searches leave', async () => {
    const { find } = page(() => file('video/mp4', 10), 35);
    const searches = Array.from({ length: 4 }, (_, at) => searchOf(`https://files.example/${at}`));
    for (const { search } of searches.slice(0, 3)) expect(await find(search)).toBeDefined();
    const last = searches[3] ?? expect.fail('no search');
    expect(await find(last.search)).toBeUndefined();
    searches[0]?.stop();
    expect(await find(last.search)).toBeDefined();
  });

  test('E-24 DM-07 only a requested file may be redirected, and only to the public internet', async () => {
    const redirected = (url: string) =>
      Object.defineProperties(file('image/png'), {
        redirected: { value: true },
        url: { value: url },
      });
    const moved = page(() => redirected('https://cdn.example/a'));
    await moved.find(searchOf('https://files.example/a').search);
    expect(await moved.find(searchOf('https://files.example/b', true).search)).toBeDefined();
    expect(moved.asked.map(({ redirect }) => redirect)).toEqual(['error', 'follow']);
    const inside = page(() => redirected('http://192.168.0.1/a'));
    expect(await inside.find(searchOf('https://files.example/a', true).search)).toBeUndefined();
  });
});
