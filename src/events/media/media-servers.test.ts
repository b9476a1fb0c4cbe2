import { expect, test } from 'vitest';
import {
  hasMirrors,
  mainServer,
  mediaServersIn,
  mirrorServer,
  withoutServer,
} from './media-servers.ts';

const HOME = 'http://127.0.0.1:3000';
const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'];
const list = (...urls: string[]) => ({ tags: [['x', 'y'], ...urls.map((url) => ['server', url])] });
const origins = (...args: Parameters<typeof mediaServersIn>) =>
  mediaServersIn(...args).map(({ origin }) => origin);

test('SETTINGS-09 the first https server is the main one, others are mirrors; home serves an empty list', () => {
  expect(origins(list(`${A}/`, `${B}/media`, 'http://c.example', 'nonsense', A), HOME)).toEqual([
    A,
    B,
  ]);
  expect(mediaServersIn(list(`${A}/`, A), HOME)).toEqual([
    {
      origin: A,
      tags: [
        ['server', `${A}/`],
        ['server', A],
      ],
    },
  ]);
  expect(mediaServersIn(undefined, HOME)).toEqual([{ origin: HOME, tags: [] }]);
  expect(origins(list('http://127.0.0.1:4000'), HOME)).toEqual(['http://127.0.0.1:4000']);
  expect(origins(list('http://127.0.0.1:4000'), 'https://home.example')).toEqual([
    'https://home.example',
  ]);
});

test('SETTINGS-09 a mirror becomes the main server, which is replaced or stays as a mirror', () => {
  const base = list(A, `${B}/x`);
  const servers = mediaServersIn(base, HOME);
  expect(mainServer(B, servers, HOME)).toEqual([{ act: 'first', tag: ['server', `${B}/x`] }]);
  expect(mainServer(C, servers, HOME, true)).toEqual([
    { act: 'first', tag: ['server', C] },
    { act: 'remove', tag: ['server', A] },
  ]);
  expect(mainServer(A, servers, HOME, true)).toEqual([]);
  expect(origins(base, HOME, mainServer(B, servers, HOME))).toEqual([B, A]);
  expect(origins(base, HOME, mainServer(C, servers, HOME, true))).toEqual([C, B]);
  expect(mainServer('http://c.example', servers, HOME)).toEqual([]);
  expect(mainServer(HOME, mediaServersIn(undefined, HOME), HOME)).toEqual([
    { act: 'first', tag: ['server', HOME] },
  ]);
});

test('SETTINGS-09 a new mirror comes after the main server; removing deletes every spelling', () => {
  const unnamed = mediaServersIn(undefined, HOME);
  expect(mirrorServer(A, unnamed, HOME)).toEqual(
    [HOME, A].map((server) => ({ act: 'add', tag: ['server', server] })),
  );
  expect(mirrorServer(HOME, unnamed, HOME)).toEqual([]);
  const twice = list(A, `${B}/`, B);
  const servers = mediaServersIn(twice, HOME);
  expect(mirrorServer(C, servers, HOME)).toEqual([{ act: 'add', tag: ['server', C] }]);
  expect(mirrorServer(B, servers, HOME)).toEqual([]);
  const gone = servers.slice(1).flatMap(withoutServer);
  expect(gone).toEqual([`${B}/`, B].map((url) => ({ act: 'remove', tag: ['server', url] })));
  expect(origins(twice, HOME, gone)).toEqual([A]);
  expect(origins(twice, HOME, gone.slice(1))).toEqual([A, B]);
});

test('MEDIA-02 without a choice, files are mirrored if mirrors are named; a choice takes precedence', () => {
  expect([
    hasMirrors(undefined, 1),
    hasMirrors(undefined, 2),
    hasMirrors(false, 2),
    hasMirrors(true, 1),
  ]).toEqual([false, true, false, true]);
});
