// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { type RenderedApp, renderedApp } from '../../../tests/support/views/rendered-app.tsx';
import { seconds } from '../../events/core/time.ts';
import { blobLookup } from '../../machines/media/blob-lookup.ts';

const HOME = location.origin;
const copy = (url: string, query: string) =>
  `${HOME}/media-cache?${query}&u=${encodeURIComponent(url)}`;

let world: RenderedApp | undefined;
const asked: string[] = [];
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await Promise.all([
    import('./PictureStandIn.tsx'),
    import('./PictureHash.tsx'),
    import('../reading/note/Attachment.tsx'),
  ]);
});
beforeEach(() => {
  asked.length = 0;
  blobLookup.provide(async () => ({ url }) => {
    asked.push(url);
    return Promise.resolve(undefined);
  });
});
afterEach(() => {
  world?.close();
  world = undefined;
  delete document.documentElement.dataset['media'];
});

/** Render a note in a page whose own service makes copies. */
async function rowOf(content: string, tags: string[][] = [], ownPictures = true) {
  const settings = {
    saved: { ownPictures },
    forcedTheme: undefined,
    systemDark: false,
    mediaServer: HOME,
  };
  const opened = renderedApp('/home', { settings });
  world = opened;
  await opened.settle(() => opened.socket.opened());
  const note = trusted({ content, tags, created_at: seconds(1_000) });
  const claims = [range([note.id], { since: 1_000, until: 1_000 })];
  await opened.settle(() => opened.answer('mega_feed_directive', { events: [note], claims }));
  return { ...opened, row: within(screen.getByRole('main')).getByRole('article') };
}

const FILM = 'https://v.example/film.mp4';

test('MEDIA-05 NOTE-06 a long video waits on its still, and then comes through the service', async () => {
  const still = 'https://v.example/still.jpg';
  const imeta = ['imeta', `url ${FILM}`, 'duration 600', `image ${still}`];
  const { row, settle } = await rowOf(`look ${FILM}`, [imeta]);
  expect(row.querySelector('video')).toBeNull();
  const press = within(row).getByRole('button', { name: 'Tap to load the video' });
  expect(press.querySelector('img')?.src).toBe(copy(still, 's=m&a=1'));
  await settle(() => void fireEvent.click(press));
  const video = row.querySelector('video') ?? expect.fail('no video');
  expect(video.getAttribute('src')).toBe(copy(FILM, 's=o&a=1'));
  expect(video.poster).toBe(copy(still, 's=m&a=1'));
  await settle(() => void fireEvent.error(video));
  expect(row.textContent).toContain('This video didn’t load');
  expect(within(row).getByRole('link', { name: 'Open link' }).getAttribute('href')).toBe(FILM);
  await settle(() => void fireEvent.click(within(row).getByRole('button', { name: 'Try again' })));
  expect(row.querySelector('video')?.getAttribute('src')).toBe(copy(FILM, 's=o&a=1'));
});

test('MEDIA-05 a short video is there at once; a sound has an address of the service', async () => {
  const short = await rowOf(`look ${FILM}`, [['imeta', `url ${FILM}`, 'duration 20']]);
  expect(short.row.querySelector('video')?.getAttribute('src')).toBe(copy(FILM, 's=o&a=1'));
  short.close();
  const song = 'https://v.example/song.mp3';
  const { row } = await rowOf(`hear ${song}`);
  expect(row.querySelector('audio')?.getAttribute('src')).toBe(copy(song, 's=o&a=1'));
});

test('TRUST-08 a page keeps to its service after the setting is off, until it is loaded again', async () => {
  const picture = 'https://p.example/a.jpg';
  const direct = await rowOf(`look ${picture} `, [], false);
  expect(direct.row.querySelector<HTMLImageElement>('button img')?.src).toBe(picture);
  direct.close();
  document.documentElement.dataset['media'] = 'only';
  const { row, settle } = await rowOf(`look ${picture}`, [], false);
  const shown = row.querySelector<HTMLImageElement>('button img') ?? expect.fail('no picture');
  expect(shown.src).toBe(copy(picture, 's=m&a=1'));
  await settle(() => void fireEvent.error(shown));
  expect(asked.filter((url) => !url.startsWith(HOME))).toEqual([]);
});

test('MEDIA-05 a blurred picture of the description is below a picture until that has loaded', async () => {
  const picture = 'https://p.example/a.jpg';
  const imeta = ['imeta', `url ${picture}`, 'blurhash LEHV6nWB2yk8pyo0adR*.7kCMdnj'];
  const { row, settle } = await rowOf(`look ${picture}`, [imeta]);
  const canvas = row.querySelector('canvas') ?? expect.fail('no blurred picture');
  expect([canvas.width, canvas.height, canvas.hidden]).toEqual([20, 20, false]);
  await settle(() => void fireEvent.load(row.querySelector('button img') ?? document.body));
  expect(canvas.hidden).toBe(true);
});
