// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import { B } from '../../../tests/support/account/session-world.ts';
import { type Fields, trusted } from '../../../tests/support/events/trusted.ts';
import type { LinkPreview } from '../../events/connection/claims.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { seconds } from '../../events/core/time.ts';
import { blobLookup } from '../../machines/media/blob-lookup.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
/** Addresses that have the file, and the requested addresses. */
let there: Set<string>;
let asked: string[];
beforeEach(() => {
  there = new Set();
  asked = [];
  blobLookup.provide(async () => async ({ url }) => {
    asked.push(url);
    return there.has(url) ? url : undefined;
  });
});
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() =>
  Promise.all([
    fetchViews('/bookmarks', '/settings/appearance'),
    import('./PictureStandIn.tsx'),
    import('../reading/note/Attachment.tsx'),
  ]),
);

const HASH = 'c'.repeat(64);
const PICTURE = `https://gone.example/${HASH}.jpg`;
const SERVERS = trusted({
  kind: KIND.BlossomServers,
  pubkey: B,
  tags: [
    ['server', 'https://one.example'],
    ['server', 'https://two.example'],
  ],
});

async function rowOf(content: string, fields: Fields = {}, previews: readonly LinkPreview[] = []) {
  const opened = world ?? (await renderedAccount('/bookmarks'));
  world = opened;
  const note = trusted({ pubkey: B, content, created_at: seconds(1_000), ...fields });
  const claims = [
    range([note.id], { since: 1_000, until: 1_000 }),
    { claim: 'previews', previews } as const,
  ];
  await opened.settle(() =>
    opened.answer('mega_feed_directive', { events: [note, SERVERS], claims }),
  );
  return { ...opened, row: () => within(screen.getByRole('main')).getByRole('article') };
}

const picture = (row: Element): HTMLImageElement | null => row.querySelector('button img');

test('NOTE-05 a failed picture is searched by hash on its author’s servers, then ours; else reported', async () => {
  const { row, settle, click } = await rowOf(`look ${PICTURE}`);
  there.add(`https://two.example/${HASH}.jpg`);
  expect(picture(row())?.src).toBe(PICTURE);
  await settle(() => void fireEvent.error(picture(row()) ?? document.body));
  expect(asked).toEqual([`https://one.example/${HASH}.jpg`, `https://two.example/${HASH}.jpg`]);
  expect(picture(row())?.src).toBe(`https://two.example/${HASH}.jpg`);
  await settle(() => void fireEvent.error(picture(row()) ?? document.body));
  expect(asked.at(-1)).toBe(`${location.origin}/${HASH}.jpg`);
  expect(picture(row())).toBeNull();
  expect(row().textContent).toContain('This picture didn’t load');
  expect(within(row()).getByRole('link', { name: 'Open link' }).getAttribute('href')).toBe(PICTURE);
  await click(within(row()).getByRole('button', { name: 'Try again' }));
  expect(picture(row())?.src).toBe(PICTURE);
});

/** Observed videos, with the callback for their visibility. */
const watched = new Map<Element, (intersectionRatio: number, height?: number) => void>();
const played: string[] = [];
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: IntersectionObserverCallback;
      constructor(tell: IntersectionObserverCallback) {
        this.tell = tell;
      }
      observe(element: Element) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of an entry is read
        watched.set(element, (intersectionRatio, height = 0) =>
          this.tell(
            [{ intersectionRatio, intersectionRect: { height } } as IntersectionObserverEntry],
            this as never,
          ),
        );
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(
    async () => void played.push('play'),
  );
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => void played.push('pause'));
});

test('NOTE-06 a video is muted, plays only while visible; the view opens with full screen and returns', async () => {
  const { row } = await rowOf('look https://v.example/a.mp4');
  const video = row().querySelector('video') ?? expect.fail('no video');
  expect([video.muted, video.autoplay]).toEqual([true, false]);
  played.length = 0;
  for (const share of [0.6, 0.8, 0.5, 0.4, 1]) watched.get(video)?.(share);
  expect(played).toEqual(['play', 'pause', 'play']);
  // it is taller than two windows, and fills one of them
  watched.get(video)?.(0.1);
  watched.get(video)?.(0.4, window.innerHeight);
  watched.get(video)?.(0.1, window.innerHeight / 4);
  expect(played.slice(3)).toEqual(['pause', 'play', 'pause']);
  const scrolled = vi.fn();
  video.scrollIntoView = scrolled;
  fireEvent(video, new Event('fullscreenchange'));
  expect(scrolled).toHaveBeenCalledWith({ block: 'center' });
});

test('NOTE-06 if the stream player cannot be loaded, the video says that it did not load', async () => {
  vi.doMock('hls.js/light', () => {
    throw new Error('no code');
  });
  const { row, settle } = await rowOf('look https://v.example/a.m3u8');
  await settle(() => {});
  await vi.waitFor(() => expect(row().textContent).toContain('This video didn’t load'));
  vi.doUnmock('hls.js/light');
});

test('BEYOND-15 data saver users request each picture and video; until then none is loaded', async () => {
  const opened = await renderedAccount('/settings/appearance');
  world = opened;
  await opened.click(screen.getByRole('switch', { name: 'Save data', checked: false }));
  await opened.settle(() => {
    window.history.pushState(null, '', '/bookmarks');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  const tags = [['imeta', `url ${PICTURE}`, 'alt Two gulls']];
  const { row, click } = await rowOf(`look ${PICTURE} https://v.example/a.mp4`, { tags });
  expect(row().querySelectorAll('img[src*="gone.example"], video')).toHaveLength(0);
  await click(within(row()).getByRole('button', { name: /Tap to load the picture.*Two gulls/ }));
  expect(picture(row())?.src).toBe(PICTURE);
  await click(within(row()).getByRole('button', { name: 'Tap to load the video' }));
  expect(row().querySelector('video')?.getAttribute('src')).toBe('https://v.example/a.mp4');
});

const LINK = 'https://page.example/story';
const preview: LinkPreview = {
  url: LINK,
  title: 'A title',
  description: 'Some words',
  image: 'https://page.example/a.jpg',
  icon: '',
};
const card = (row: Element) => [...row.querySelectorAll(`a[href="${LINK}"]`)].at(-1);

test('NOTE-08 a preview has a 180 by 120 picture, title, text, site; a failed one is tried three times', async () => {
  const { row } = await rowOf(`read ${LINK}`, {}, [preview]);
  expect(card(row())?.textContent).toBe('page.exampleA titleSome words');
  const shown = () => card(row())?.querySelector('img');
  expect([shown()?.width, shown()?.height]).toEqual([180, 120]);
  for (let failure = 0; failure <= 3; failure++) {
    expect(shown()?.src).toBe(preview.image);
    act(() => void fireEvent.error(shown() ?? document.body));
  }
  expect(shown()).toBeNull();
  expect(card(row())?.textContent).toBe('page.exampleA titleSome words');
});

test('NOTE-08 below a title taller than 25 px the description is shorter; without a preview only the url', async () => {
  const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight');
  const tall = async (px: number) => {
    Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
      configurable: true,
      get: () => px,
    });
    const { row, close } = await rowOf(`read ${LINK}`, {}, [preview]);
    const lines = card(row())?.querySelector('span > span:last-child')?.className ?? '';
    close();
    world = undefined;
    return lines;
  };
  expect([await tall(25), await tall(26)].map((lines) => /clamp\d/.exec(lines)?.[0])).toEqual([
    'clamp3',
    'clamp2',
  ]);
  if (height) Object.defineProperty(HTMLElement.prototype, 'offsetHeight', height);
  const { row } = await rowOf(`read ${LINK}`, {}, [{ ...preview, title: '', description: '' }]);
  expect(card(row())?.textContent).toBe('page.example/story');
});

test('NOTE-08 without cards for links a note shows the url, also where a preview is known', async () => {
  const opened = await renderedAccount('/settings/appearance');
  world = opened;
  await opened.click(screen.getByRole('switch', { name: 'Cards for links', checked: true }));
  await opened.settle(() => {
    window.history.pushState(null, '', '/bookmarks');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  const { row } = await rowOf(`read ${LINK}`, {}, [preview]);
  expect(card(row())?.textContent).toBe('page.example/story');
  expect(row().querySelectorAll('[data-link-card]')).toHaveLength(0);
});
