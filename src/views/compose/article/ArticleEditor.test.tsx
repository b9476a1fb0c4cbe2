// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { emptyRanges } from '../../../../tests/support/views/empty-ranges.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { main } from '../../../../tests/support/views/rendered-trips.ts';
import { articleEditPath } from '../../../events/compose/article/article-path.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { ArticleText } from './ArticleText.tsx';

let close = () => {};
afterEach(() => close());
beforeAll(async () => {
  emptyRanges();
  await Promise.all([fetchViews('/reads/edit'), ArticleText.preload()]);
});

const status = () => main().querySelector('header [role=status]')?.textContent;

test('COMPOSE-06 an unchanged published article is not said to be saved on this device', async () => {
  const it = await renderedAccount(articleEditPath({ pubkey: A, identifier: 'lamps' }));
  ({ close } = it);
  await it.settle(() => elapse(it.clock, 16_000));
  const article = trusted({
    kind: KIND.LongForm,
    pubkey: A,
    content: 'They are lit.',
    tags: [
      ['d', 'lamps'],
      ['title', 'The lamps'],
    ],
  });
  while (it.isAsked('parametrized_replaceable_event'))
    await it.settle(() => it.answer('parametrized_replaceable_event', { events: [article] }));
  await it.settle(() => elapse(it.clock, 7_000));
  expect(status()).toBe('Published');
  const title = screen.getByRole('textbox', { name: 'Title' });
  await it.settle(() => void fireEvent.change(title, { target: { value: 'The new lamps' } }));
  expect(status()).toBe('Saving');
});

test('COMPOSE-06 Enter in the title goes on to the summary, and pasted lines become one', async () => {
  const it = await renderedAccount('/reads/edit');
  ({ close } = it);
  await it.settle(() => elapse(it.clock, 16_000));
  const title = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
  title.focus();
  const composing = { key: 'Enter', isComposing: true };
  expect(fireEvent.keyDown(title, composing)).toBe(true);
  expect(document.activeElement).toBe(title);
  expect(fireEvent.keyDown(title, { key: 'Enter' })).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Summary' }));
  const value = 'The keyboard desk \r\n\n again\n';
  await it.settle(() => void fireEvent.change(title, { target: { value } }));
  expect(title.value).toBe('The keyboard desk again ');
});
