// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { nip19 } from 'nostr-tools';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(() => fetchViews('/some/where/else', '/ada', '/e/x', '/a/x', '/p/x'));
afterEach(() => {
  world?.close();
  world = undefined;
});

const KEY = 'a'.repeat(64);
const ADDRESS = nip19.naddrEncode({ kind: 30_023, pubkey: KEY, identifier: 'x' });
const PATHS = [
  [`/${ADDRESS}`, `/a/${ADDRESS}`],
  [`/nostr:${ADDRESS}`, `/a/${ADDRESS}`],
  [`/${nip19.noteEncode(KEY)}`, `/e/${nip19.noteEncode(KEY)}`],
  [`/${nip19.npubEncode(KEY)}`, `/p/${nip19.npubEncode(KEY)}`],
] as const;

test.each(PATHS)('ROUTE-04 ROUTE-15 %s opens the screen that shows it', async (from, to) => {
  world = await renderedAccount(from, { accounts: [] });
  await vi.waitFor(() => expect(window.location.pathname).toBe(to));
});

test('ROUTE-15 any other path says that nothing is there', async () => {
  world = await renderedAccount(`/${ADDRESS}x`, { accounts: [] });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
});
