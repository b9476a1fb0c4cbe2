// @vitest-environment jsdom
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { loopback } from '../../../../tests/support/service/loopback.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readAuthorization } from '../../../events/account/signing/http-auth.ts';
import { uploadDraft } from '../../../events/media/upload.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import type { PutSignal } from '../../../machines/media/upload/upload.machine.ts';
import { uploadPut } from './upload-put.ts';

const HASH = 'a'.repeat(64);
const ACCOUNT = 'b'.repeat(64);
const permit = trusted({ ...uploadDraft(HASH, seconds(1)) });
const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** The connection is closed instead. */
  readonly cut?: boolean;
}

/** A media server that gives this response and records its requests. `open`: it never responds. */
async function serve(answer: Answer | 'open') {
  const got: Array<{
    method: string | undefined;
    url: string | undefined;
    headers: IncomingHttpHeaders;
    body: Buffer;
    aborted: boolean;
  }> = [];
  const { origin, end } = await loopback((request, response) => {
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*, authorization',
      'Access-Control-Allow-Methods': '*, PUT',
    };
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    const seen = {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.alloc(0),
      aborted: false,
    };
    got.push(seen);
    response.on('close', () => {
      seen.aborted = !response.writableEnded;
    });
    request.on('data', (part: Buffer) => {
      seen.body = Buffer.concat([seen.body, part]);
    });
    request.on('end', () => {
      if (answer === 'open') return;
      if (answer.cut) return request.socket.destroy();
      response
        .writeHead(answer.status ?? 200, {
          ...cors,
          'Access-Control-Expose-Headers': '*',
          ...answer.headers,
        })
        .end(answer.body ?? '');
    });
    return undefined;
  });
  ends.push(end);
  return { origin, got };
}

function put(
  server: string,
  bytes = new Blob(['pixels']),
  kept = new Map<string, unknown>(),
  now = () => millis(7),
) {
  const heard: PutSignal[] = [];
  const logic = uploadPut(now, (account) => ({
    read: (name) => kept.get(`${account} ${name}`),
    write: (name, value) => void kept.set(`${account} ${name}`, value),
  }));
  const parent = setup({
    types: { events: {} as PutSignal },
    actors: { put: logic },
  }).createMachine({
    invoke: {
      id: 'put',
      src: 'put',
      input: { account: ACCOUNT, server, bytes, type: 'image/png', hash: HASH, permit },
    },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  ends.push(() => actor.stop());
  const answered = () =>
    vi.waitFor(() => {
      const last = heard.at(-1);
      if (!last || last.type === 'put.progress') throw new Error('nothing yet');
      return last;
    });
  return { heard, answered, stop: () => actor.stop() };
}

test('MEDIA-02 BUD-02 PUT /upload has the file as body, its type, its hash and signed event; reports bytes', async () => {
  const body = JSON.stringify({ url: 'x', sha256: HASH });
  const { origin, got } = await serve({ body });
  const { heard, answered } = put(origin, new Blob(['x'.repeat(200_000)]));
  expect(await answered()).toEqual({
    type: 'put.answered',
    ok: true,
    status: 200,
    body: { url: 'x', sha256: HASH },
    reason: '',
    now: seconds(7),
  });
  const [request] = got;
  expect([request?.method, request?.url, request?.body.length]).toEqual([
    'PUT',
    '/upload',
    200_000,
  ]);
  expect(request?.headers).toMatchObject({ 'content-type': 'image/png', 'x-sha-256': HASH });
  expect(request?.headers.cookie).toBeUndefined();
  expect(readAuthorization(request?.headers.authorization ?? '')).toEqual({ ...permit });
  expect(heard.some((signal) => signal.type === 'put.progress' && signal.sent === 200_000)).toBe(
    true,
  );
});

test("MEDIA-01 a refusal has the server's X-Reason; a response that is not JSON is invalid", async () => {
  const { origin } = await serve({
    status: 413,
    headers: { 'X-Reason': 'too large for us' },
    body: '<h1>no</h1>',
  });
  expect(await put(origin).answered()).toEqual({
    type: 'put.answered',
    ok: false,
    status: 413,
    body: undefined,
    reason: 'too large for us',
    now: seconds(7),
  });
});

test('E-25 a missing server, a cut connection and an endless response are reported', async () => {
  const cut = await serve({ cut: true });
  expect(await put(cut.origin).answered()).toEqual({ type: 'put.broken' });
  expect(await put('http://127.0.0.1:1').answered()).toEqual({ type: 'put.broken' });
  const large = await serve({ body: JSON.stringify({ url: 'x'.repeat(200_000) }) });
  expect(await put(large.origin).answered()).toEqual({ type: 'put.broken' });
});

test('MEDIA-01 ending the port aborts the transfer, and nothing more is reported', async () => {
  const { origin, got } = await serve('open');
  const one = put(origin);
  await vi.waitFor(() => expect(got).toHaveLength(1));
  one.stop();
  const told = one.heard.length;
  await vi.waitFor(() => expect(got[0]?.aborted).toBe(true));
  expect(one.heard).toHaveLength(told);
});

test("LIMIT-05 STATE-01 the estimate uses the account's earlier uploads by size; refused ones do not count", async () => {
  const kept = new Map<string, unknown>([
    [`${ACCOUNT} uploadTime`, { small: 1_000, final: 60, large: 'odd' }],
  ]);
  let at = 0;
  // each call of the clock is a second later
  const now = () => millis((at += 1_000));
  const refused = put(
    (await serve({ status: 413 })).origin,
    new Blob(['x'.repeat(2 ** 20)]),
    kept,
    now,
  );
  await refused.answered();
  expect(refused.heard[0]).toEqual({ type: 'put.progress', sent: 0, left: 1_060 });
  expect(kept.get(`${ACCOUNT} uploadTime`)).toEqual({ small: 1_000, final: 60, large: 'odd' });
  const taken = put(
    (await serve({ body: '{}' })).origin,
    new Blob(['x'.repeat(2 ** 20)]),
    kept,
    now,
  );
  await taken.answered();
  expect(taken.heard.filter(({ type }) => type === 'put.progress').at(-1)).toEqual({
    type: 'put.progress',
    sent: 2 ** 20,
    left: 60,
  });
  expect(kept.get(`${ACCOUNT} uploadTime`)).toMatchObject({
    medium: 250,
    large: 250,
    huge: 250,
    final: 530,
  });
  expect(Object(kept.get(`${ACCOUNT} uploadTime`)).small).toBe(1_000);
});
