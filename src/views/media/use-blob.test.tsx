// @vitest-environment jsdom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { blobLookup } from '../../machines/media/blob-lookup.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { useOwnPicture } from './use-blob.ts';

const URL_OF = 'https://pictures.example/one.jpg';

afterEach(cleanup);

function OwnPicture() {
  const { src, isMissing } = useOwnPicture(URL_OF, 80);
  return isMissing ? <p>none</p> : <img src={src} alt="" />;
}

/** Render an own picture where media come through the service. `found`: the result of a search. */
function shown(found: (url: string) => string | undefined) {
  const asked: string[] = [];
  blobLookup.provide(async () => async ({ url }) => {
    asked.push(url);
    return found(url);
  });
  const settings = {
    saved: {},
    forcedTheme: undefined,
    systemDark: false,
    mediaServer: location.origin,
  };
  const { app } = fakeApp({ settings });
  app.start();
  const { container } = render(
    <AppProvider app={app}>
      <MemoryRouter>
        <OwnPicture />
      </MemoryRouter>
    </AppProvider>,
  );
  act(() => undefined);
  return { container, asked };
}

const isCopy = (url: string) => url.startsWith(`${location.origin}/media-cache?`);

test('MEDIA-06 TRUST-08 an own picture that the service has comes from there; its host is not asked', async () => {
  const { container, asked } = shown((url) => (isCopy(url) ? url : undefined));
  await waitFor(() => expect(container.querySelector('img')?.src).toMatch(/media-cache/));
  expect(asked.filter((url) => !isCopy(url))).toEqual([]);
});

test('MEDIA-06 an own picture that the service does not know is fetched from its host', async () => {
  const { container, asked } = shown((url) => (isCopy(url) ? undefined : 'blob:here'));
  await waitFor(() => expect(container.querySelector('img')?.src).toBe('blob:here'));
  expect(asked.map((url) => isCopy(url) || url)).toEqual([true, URL_OF]);
  const none = shown(() => undefined);
  await waitFor(() => expect(none.container.textContent).toBe('none'));
});
