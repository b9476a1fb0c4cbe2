import { expect, test, vi } from 'vitest';
import { blobHead } from './blob-head.ts';

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
  const head = blobHead({ fetch, home: 'https://home.example' });
  const { signal } = new AbortController();
  const seen: boolean[] = [];
  for (let at = 0; at < 5; at++) seen.push(await head('https://files.example/a', signal));
  expect(seen).toEqual([true, false, false, false, true]);
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
  const head = blobHead({ fetch: () => Promise.reject(new Error('aborted')), home: '' });
  await expect(head('https://files.example/a', stop.signal)).rejects.toThrow('left');
});
