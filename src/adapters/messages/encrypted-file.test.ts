import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { secretOf } from '../../events/account/keys/secret.ts';
import type { FileNews } from '../../machines/messages/conversation.machine.ts';
import { sealedFile } from './encrypted-file.ts';

const stops: Array<() => void> = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const KEY = new Uint8Array(32).fill(7);
const NONCE = new Uint8Array(12).fill(9);
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const sealed = secretOf(
  JSON.stringify({ url: 'https://files.example/x', key: hex(KEY), nonce: hex(NONCE) }),
);

async function encrypted(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', KEY, 'AES-GCM', false, ['encrypt']);
  return new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: NONCE },
      key,
      new TextEncoder().encode(text),
    ),
  );
}

function open(
  answer: () => Promise<Response>,
  input: { type?: string; sealed?: typeof sealed | undefined } = {},
) {
  const heard: FileNews[] = [];
  const blobs: Blob[] = [];
  const revoked: string[] = [];
  const fetch = vi.fn((_url: string | URL | Request, _asked?: RequestInit) => answer());
  const urls = {
    createObjectURL: (blob: Blob | MediaSource) =>
      blob instanceof Blob ? `blob:${blobs.push(blob)}` : expect.fail('no blob'),
    revokeObjectURL: (url: string) => void revoked.push(url),
  };
  const parent = setup({
    types: { events: {} as FileNews },
    actors: { file: sealedFile({ fetch, subtle: crypto.subtle, urls }) },
  }).createMachine({
    invoke: { id: 'file', src: 'file', input: { type: 'image/png', sealed, ...input } },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent).start();
  stops.push(() => actor.stop());
  const news = () => vi.waitFor(() => heard[0] ?? Promise.reject(new Error('nothing told')));
  return { news, heard, blobs, revoked, fetch, stop: () => actor.stop() };
}

test('DM-09 a file is fetched without cookies, referrer or redirect, decrypted, and released after use', async () => {
  const body = await encrypted('a picture');
  const it = open(async () => new Response(body));
  expect(await it.news()).toEqual({ type: 'file.opened', url: 'blob:1' });
  expect(it.fetch.mock.calls[0]).toMatchObject([
    'https://files.example/x',
    { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' },
  ]);
  expect([it.blobs[0]?.type, await it.blobs[0]?.text(), it.revoked]).toEqual([
    'image/png',
    'a picture',
    [],
  ]);
  it.stop();
  expect([it.revoked, it.fetch.mock.calls[0]?.[1]?.signal?.aborted]).toEqual([['blob:1'], true]);
});

test('DM-09 E-01 a type that could contain a script is only ever offered as bytes to save', async () => {
  const body = await encrypted('<script>alert(1)</script>');
  const types = ['image/svg+xml', 'text/html', 'application/pdf', ''];
  for (const type of types) {
    const it = open(async () => new Response(body), { type });
    await it.news();
    expect([type, it.blobs[0]?.type]).toEqual([type, 'application/octet-stream']);
  }
});

test('DM-09 a changed, missing, oversized or undecryptable file is reported, and not shown', async () => {
  const body = await encrypted('a picture');
  body[0] = (body[0] ?? 0) ^ 1;
  const part = new Uint8Array(1024 * 1024);
  const large = () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(part) }));
  const failures = [
    open(async () => new Response(body)),
    open(async () => new Response(body, { status: 404 })),
    open(() => Promise.reject(new Error('no net'))),
    open(async () => large()),
    open(async () => new Response(body), { sealed: undefined }),
  ];
  for (const it of failures)
    expect([await it.news(), it.blobs]).toEqual([{ type: 'file.failed' }, []]);
  expect(failures.at(-1)?.fetch.mock.calls).toEqual([]);
});
