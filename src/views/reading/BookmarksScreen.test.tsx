// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../tests/support/fake-cache.ts';
import { settle as later } from '../../../tests/support/rendered-app.tsx';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND } from '../../events/kinds.ts';

const ME = 'a'.repeat(64);

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/bookmarks'));

test("FEED-11 the bookmarks page asks for notes, and under its other tab for reads; with none of a kind it says 'You don't have any bookmarks'", async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, settle, socket } = world;
  const specs = () =>
    socket.open().flatMap(({ query }) => (query.verb === 'mega_feed_directive' ? [JSON.parse(String(query.payload?.['spec']))] : []));
  const spec = (kind: number) => ({ id: 'feed', kind: 'notes', kinds: [kind], notes: 'bookmarks', pubkey: ME });
  expect(specs()).toEqual([spec(KIND.Text)]);
  const kept = trusted({ content: 'kept for later', created_at: 9 });
  await settle(() => answer('mega_feed_directive', { events: [kept], claims: [range([kept.id], { since: 9, until: 9 })] }));
  await settle(() => answer('mega_feed_directive', { claims: [range([])] }));
  const page = within(screen.getByRole('main'));
  expect(page.getAllByRole('article').map(({ textContent }) => textContent?.includes('kept for later'))).toEqual([true]);
  await click(page.getByRole('tab', { name: 'Reads' }));
  expect(specs()).toEqual([spec(KIND.LongForm)]);
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(page.getByText("You don't have any bookmarks")).toBeDefined();
});
