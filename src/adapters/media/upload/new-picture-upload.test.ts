import { expect, test, vi } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import { readAuthorization } from '../../../events/account/signing/http-auth.ts';
import { millis } from '../../../events/core/time.ts';
import type { KeyAnswer, KeyTask } from '../../account/keys/key-worker-protocol.ts';
import { uploadNewPicture } from './new-picture-upload.ts';

const NEW = 'c'.repeat(64);
const HASH = 'd'.repeat(64);
const HOME = 'https://home.example';
const URL_THERE = `${HOME}/${HASH}.png`;
const FILE = new File(['pixels with a place'], 'boat.png', { type: 'image/png' });
const BARE = new Blob(['pixels']);
const STORED = () => Response.json({ url: URL_THERE, sha256: HASH });

interface World {
  readonly file?: File;
  readonly read?: () => Promise<{ bytes: Blob; hash: string; stripped: boolean } | undefined>;
  readonly sign?: (task: KeyTask) => KeyAnswer;
  readonly answer?: () => Response | Promise<Response>;
}

const signedBy = (task: KeyTask): KeyAnswer =>
  task.do === 'sign'
    ? { ok: true, event: trusted({ ...task.template, pubkey: task.pubkey }) }
    : { ok: false, failure: signingFailure('event_not_signed') };

async function upload({
  file = FILE,
  read = async () => ({ bytes: BARE, hash: HASH, stripped: true }),
  sign = signedBy,
  answer = STORED,
}: World) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const result = await uploadNewPicture(
    { pubkey: NEW, file },
    {
      fetch,
      home: HOME,
      read,
      keys: { ask: async (task) => sign(task) },
      now: () => millis(7_000),
    },
    new AbortController().signal,
  );
  return { result, fetch };
}

test('ACCOUNT-07 BUD-02 the new key authorizes one PUT of the file without its metadata', async () => {
  const { result, fetch } = await upload({});
  expect(result).toEqual({ url: URL_THERE });
  const [[url, asked = {}] = ['']] = fetch.mock.calls;
  expect([url, asked.method, asked.body]).toEqual([`${HOME}/upload`, 'PUT', BARE]);
  expect(asked).toMatchObject({
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  const headers = new Headers(asked.headers);
  expect([headers.get('content-type'), headers.get('x-sha-256')]).toEqual(['image/png', HASH]);
  expect(readAuthorization(headers.get('authorization') ?? '')).toMatchObject({
    pubkey: NEW,
    kind: 24_242,
    created_at: 7,
    tags: expect.arrayContaining([
      ['x', HASH],
      ['server', 'home.example'],
    ]),
  });
});

test.each<[fault: string, World, reason?: unknown]>([
  ['kind', { file: new File(['x'], 'a.txt', { type: 'text/plain' }) }],
  ['damaged', { read: async () => undefined }],
  ['unreadable', { read: async () => Promise.reject(new Error('gone')) }],
  ['unreachable', { answer: async () => Promise.reject(new TypeError('gone')) }],
  ['other', { answer: () => Response.json({ url: 'https://else.example/x', sha256: HASH }) }],
  [
    'refused',
    { answer: () => new Response('', { status: 403, headers: { 'X-Reason': 'Full' } }) },
    { code: 'said', params: { text: 'Full' } },
  ],
  [
    'refused',
    { answer: () => new Response('', { status: 500 }) },
    { code: 'said', params: { text: 'HTTP 500' } },
  ],
])('MEDIA-01 an upload fails as %s, and says why', async (fault, world, reason) => {
  const { result } = await upload(world);
  expect(result).toEqual({ failure: { fault, reason } });
});

test('MEDIA-01 without a signature nothing is sent', async () => {
  const { result, fetch } = await upload({
    sign: () => ({ ok: false, failure: signingFailure('sign-no-nsec') }),
  });
  expect(result).toMatchObject({ failure: { fault: 'unsigned' } });
  expect(fetch).not.toHaveBeenCalled();
});
