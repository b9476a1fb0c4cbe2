// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { naddrOf, neventOf, note1Of, nprofileOf, npubOf } from '../../events/nostr/nip19.ts';
import { blobLookup } from '../../machines/media/blob-lookup.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { MessageText } from './MessageText.tsx';
import { isLong } from '../../../tests/support/runs.ts';

const BEN = 'b'.repeat(64);
const NOTE = trusted({ pubkey: BEN, content: 'what is meant' });
const asked = (fake: ReturnType<typeof fakeApp>) =>
  fake.socket.open().map(({ query }) => query.verb);

afterEach(cleanup);

function show(text: string, mediaServer?: string) {
  const settings = { saved: {}, forcedTheme: undefined, systemDark: false, mediaServer };
  const fake = fakeApp({ settings });
  fake.app.start();
  fake.socket.connect();
  const before = asked(fake);
  const drawn = render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <MessageText text={text} from={BEN} />
      </MemoryRouter>
    </AppProvider>,
  );
  act(() => undefined);
  return { ...fake, ...drawn, news: () => asked(fake).slice(before.length) };
}

const LOADS = 'img, video, audio, iframe, source, picture, object, embed, link, script';

test('E-21 NP25 pictures, players, previews and references load only on request, after naming the host', () => {
  const { container, news, getByRole } = show(
    [
      'look https://pictures.example/one.jpg',
      'https://videos.example/two.mp4',
      'https://sounds.example/three.mp3',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://page.example/story',
      `nostr:${note1Of(NOTE.id)}`,
      ':cat:',
    ].join('\n'),
  );
  expect([container.querySelectorAll(LOADS).length, news()]).toEqual([0, []]);
  const picture = getByRole('button', { name: /Show picture from pictures.example/ });
  expect(picture.textContent).toContain('pictures.example will learn that you open it');
  fireEvent.click(picture);
  expect(container.querySelectorAll('img')).toHaveLength(1);
});

test('E-21 TRUST-08 the service learns no address of a private picture, also where it makes copies', async () => {
  const asking: string[] = [];
  blobLookup.provide(async () => ({ url }) => {
    asking.push(url);
    return Promise.resolve('blob:here');
  });
  const url = 'https://pictures.example/one.jpg';
  const { container, getByRole } = show(`look ${url}`, location.origin);
  fireEvent.click(getByRole('button', { name: /Show picture from pictures.example/ }));
  await waitFor(() => expect(container.querySelector('img')?.src).toBe('blob:here'));
  expect(asking).toEqual([url]);
});

test('DM-07 TRUST-08 a pressed picture keeps its place and the focus while it loads and if it fails', async () => {
  const searches: { answer: (address: string | undefined) => void; isRequested: boolean }[] = [];
  blobLookup.provide(async () => ({ isRequested }) => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    searches.push({ answer: resolve, isRequested });
    return promise;
  });
  const url = 'https://pictures.example/one.jpg';
  const { container, getByRole, findByRole } = show(`look ${url}`, location.origin);
  const focused = () => container.contains(document.activeElement);
  const press = getByRole('button', { name: /Show picture from pictures.example/ });
  press.focus();
  fireEvent.click(press);
  expect([getByRole('status', { name: 'Loading' }).isConnected, focused()]).toEqual([true, true]);
  await waitFor(() => expect(searches).toHaveLength(1));
  await act(async () => searches[0]?.answer(undefined));
  const again = await findByRole('button', { name: 'Try again' });
  expect(getByRole('link', { name: 'Open link' }).getAttribute('href')).toBe(url);
  again.focus();
  fireEvent.click(again);
  expect([getByRole('status', { name: 'Loading' }).isConnected, focused()]).toEqual([true, true]);
  await waitFor(() => expect(searches).toHaveLength(2));
  await act(async () => searches[1]?.answer('blob:here'));
  await waitFor(() => expect(container.querySelector('img')?.src).toBe('blob:here'));
  expect(focused()).toBe(true);
  expect(searches.map(({ isRequested }) => isRequested)).toEqual([true, true]);
});

test('DM-07 people in a message are shown by name at once, notes and articles as cards when pressed', () => {
  const naddr = naddrOf({ kind: KIND.LongForm, pubkey: BEN, identifier: 'essay' });
  for (const form of [note1Of(NOTE.id), neventOf({ id: NOTE.id }), naddr]) {
    const { container, news, getByRole, unmount } = show(`see nostr:${form} there`);
    expect([container.textContent?.includes('nostr:'), news()]).toEqual([false, []]);
    fireEvent.click(getByRole('button', { name: form === naddr ? /Show article/ : /Show note/ }));
    expect(news()).toEqual([form === naddr ? 'parametrized_replaceable_event' : 'events']);
    unmount();
  }
  for (const form of [npubOf(BEN), nprofileOf(BEN)]) {
    const { getByRole, news, unmount } = show(`ask nostr:${form} about it`);
    expect([getByRole('link').dataset['person'], news()]).toEqual([BEN, []]);
    unmount();
  }
});

test.runIf(isLong)(
  'E-28 E-44 a huge message, markup or direction marks are rendered in parts, as text, without requests',
  () => {
    const long = show('<img src=x onerror=alert(1)> \u202e'.repeat(30_000));
    expect(long.container.textContent?.length ?? 0).toBeLessThan(6_000);
    expect(long.container.querySelectorAll(LOADS)).toHaveLength(0);
    long.unmount();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { container, news, unmount } = show(text);
        expect([container.querySelectorAll(LOADS).length, news()]).toEqual([0, []]);
        unmount();
      }),
      { numRuns: 20 },
    );
  },
);
