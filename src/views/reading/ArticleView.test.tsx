// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { range } from '../../../tests/support/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { trusted } from '../../../tests/support/trusted.ts';
import { articlePath } from '../../events/account/verified-name.ts';
import { KIND } from '../../events/kinds.ts';

let close = () => {};
afterEach(() => close());

test('an article says by whom it was written, with the way to follow and to share', async () => {
  const author = 'b'.repeat(64);
  const tags = [
    ['d', 'tides'],
    ['title', 'Reading tides'],
  ];
  const article = trusted({ pubkey: author, kind: KIND.LongForm, content: 'The sea comes and goes.', tags, created_at: 1_000 });
  const profile = trusted({ pubkey: author, kind: KIND.Metadata, content: JSON.stringify({ name: 'iris' }), created_at: 900 });
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  await world.settle(() => world.answer('long_form_content_thread_view', { events: [article, profile], claims: [range([article.id])] }));
  const byline = within(screen.getByText('Written by').parentElement?.parentElement ?? document.body);
  expect(screen.getByText('Written by').nextSibling?.textContent).toContain('iris');
  expect(byline.getByText('January 1, 1970')).toBeDefined();
  expect(byline.getAllByRole('button').map((one) => one.ariaLabel ?? one.textContent)).toEqual([
    'Looking up if you follow them',
    'Share the article',
    'More',
  ]);
});
