// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(() => fetchViews('/help', '/downloads'));
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}));
afterEach(() => {
  world?.close();
  world = undefined;
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

test('E-54 a fragment that cannot be decoded does not block navigation, including going back to it', async () => {
  world = await renderedAccount('/help#%');
  const { settle, click } = world;
  const title = () => screen.getByRole('heading', { level: 1 }).textContent;
  expect(title()).toBe('Help');
  const [downloads] = screen.getAllByRole('link', { name: /Downloads/ });
  if (downloads) await click(downloads);
  expect(title()).toBe('Downloads');
  await settle(() => window.history.back());
  await vi.waitFor(() => expect(title()).toBe('Help'));
});
