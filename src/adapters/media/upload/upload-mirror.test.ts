import { expect, test, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readAuthorization } from '../../../events/account/signing/http-auth.ts';
import { uploadDraft } from '../../../events/media/upload.ts';
import { seconds } from '../../../events/core/time.ts';
import { uploadMirror } from './upload-mirror.ts';

const hash = 'a'.repeat(64);
const permit = trusted({
  ...uploadDraft(hash, seconds(1), ['https://a.example', 'https://b.example']),
});
const input = { server: 'https://b.example', url: `https://a.example/${hash}`, hash, permit };

function order(answer: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(answer);
  const actor = createActor(uploadMirror({ fetch, home: 'https://home.example' }), {
    input,
  }).start();
  return { fetch, actor, answered: toPromise(actor) };
}

test("MEDIA-02 BUD-04 one PUT /mirror with the file's address and its upload's event survives the page", async () => {
  const { fetch, answered } = order(async () => Response.json({ sha256: hash }));
  expect(await answered).toEqual({ sha256: hash });
  const [[url, asked = {}] = ['']] = fetch.mock.calls;
  expect([fetch.mock.calls.length, url, asked.method, asked.body]).toEqual([
    1,
    'https://b.example/mirror',
    'PUT',
    JSON.stringify({ url: input.url }),
  ]);
  expect(asked).toMatchObject({
    keepalive: true,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  expect(readAuthorization(new Headers(asked.headers).get('authorization') ?? '')).toEqual({
    ...permit,
  });
});

test('MEDIA-02 E-25 a refusal, no response, and an oversized one give nothing', async () => {
  const answers = [
    async () => Response.json({ sha256: hash }, { status: 403 }),
    async () => Promise.reject(new TypeError('gone')),
    async () => new Response('x'.repeat(300_000)),
    async () => new Response('no json'),
  ];
  for (const answer of answers) expect(await order(answer).answered).toBeUndefined();
});
