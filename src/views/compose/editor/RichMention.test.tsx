// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { emptyRanges } from '../../../../tests/support/views/empty-ranges.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { nprofileOf } from '../../../events/nostr/nip19.ts';
import { ArticleText } from '../article/ArticleText.tsx';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(async () => {
  emptyRanges();
  await Promise.all([fetchViews('/reads/edit'), ArticleText.preload()]);
});

const [IRIS, ADA] = ['b'.repeat(64), 'd'.repeat(64)];
const named = (pubkey: string, name: string) =>
  trusted({
    pubkey,
    kind: KIND.Metadata,
    content: JSON.stringify({ name }),
    created_at: 900,
    tags: [],
  });
const field = () => screen.getByRole('textbox', { name: 'Text of the article' });

/** Open a new article with that text just typed. */
async function written(text: string) {
  const it = await renderedAccount('/reads/edit');
  world = it;
  await it.settle(() => elapse(it.clock, 16_000));
  const paste = (more: string) =>
    fireEvent.paste(field(), {
      clipboardData: {
        getData: (type: string) => (type === 'text/plain' ? more : ''),
        types: ['text/plain'],
        files: [],
      },
    });
  await it.settle(() => void paste(text));
  await it.settle(() => elapse(it.clock, 150));
  return { ...it, paste };
}

const markdown = () => {
  fireEvent.click(screen.getByRole('radio', { name: 'Markdown' }));
  return field() instanceof HTMLTextAreaElement ? field().textContent : '';
};

test('COMPOSE-06 people are suggested after an @ and inserted as nostr:nprofile', async () => {
  const it = await written('hello @iri');
  await it.settle(() => it.answer('user_search', { events: [named(IRIS, 'iris')] }));
  expect(screen.getByRole('option').textContent).toContain('iris');
  expect(field().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().textContent).toContain('@iris');
  expect(screen.queryByRole('option')).toBeNull();
  expect(markdown()).toBe(`hello nostr:${nprofileOf(IRIS)}`);
});

test('LIMIT-02 a bare @ suggests recommended people; Esc closes the list', async () => {
  const it = await written('hello @');
  const content = [{ group: 'Town', members: [{ pubkey: ADA }] }];
  const claims = [{ claim: 'other' as const, kind: RESULT.SuggestedUsersByCategory, content }];
  const recommend = () =>
    it.settle(() => it.answer('get_suggested_users', { events: [named(ADA, 'ada')], claims }));
  await recommend();
  expect(screen.getByRole('option').textContent).toContain('ada');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(screen.queryByRole('option')).toBeNull();
  // The same word stays closed. Another word at its place opens the list again.
  await it.settle(() => void it.paste('a'));
  expect(screen.queryByRole('option')).toBeNull();
  await it.settle(() => void it.paste(' '));
  await it.settle(() => {
    for (let step = 0; step < 3; step++)
      fireEvent.keyDown(field(), { key: 'z', code: 'KeyZ', keyCode: 90, ctrlKey: true });
  });
  expect(field().textContent).not.toContain('@');
  await it.settle(() => void it.paste('hello @'));
  await it.settle(() => elapse(it.clock, 150));
  await recommend();
  expect(screen.getByRole('option').textContent).toContain('ada');
});
