// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(() => fetchViews('/app-download-qr'));
afterEach(() => {
  world?.close();
  world = undefined;
  window.installOffer = undefined;
  vi.unstubAllGlobals();
});

const titles = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('ROUTE-08 a phone whose offer to install was used reads how to add the site itself', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(hover: none) and (pointer: coarse)',
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const prompt = vi.fn();
  window.installOffer = Object.assign(new Event('beforeinstallprompt'), { prompt });
  world = await renderedAccount('/app-download-qr', { accounts: [] });
  expect(titles()).toEqual(['Install as an app']);
  await world.click(screen.getByRole('button', { name: 'Install Starling' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(titles()).toEqual(['iPhone and iPad', 'Android']);
});
