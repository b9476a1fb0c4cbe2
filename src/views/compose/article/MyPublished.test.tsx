// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  dialog,
  fetchViews,
  renderedAccount,
} from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { articleEditPath } from '../../../events/compose/article/article-path.ts';
import { seconds } from '../../../events/core/time.ts';

const article = (identifier: string, title: string, created_at: number) =>
  trusted({
    kind: KIND.LongForm,
    pubkey: A,
    content: 'Words of the quay.',
    created_at,
    tags: [
      ['d', identifier],
      ['title', title],
    ],
  });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/myarticles'));

async function opened() {
  const it = await renderedAccount('/myarticles');
  world = it;
  await it.settle(() =>
    it.answer('long_form_content_feed', {
      events: [article('gulls', 'On gulls', 9), article('lamps', 'On lamps', 8)],
    }),
  );
  const act = async (title: string, name: string) => {
    await it.click(screen.getByRole('button', { name: `More about ${title}` }));
    await it.click(screen.getByRole('menuitem', { name }));
  };
  return { ...it, act };
}

const titles = () =>
  screen.getAllByRole('article').map((row) => within(row).getByRole('link').textContent);

test('COMPOSE-09 published articles are counted, searched, shared in a note, and edited in place', async () => {
  const { act, settle, drafts } = await opened();
  expect(screen.getByRole('tab', { name: /^Published\s*2$/ }).getAttribute('aria-selected')).toBe(
    'true',
  );
  await settle(
    () =>
      void fireEvent.change(screen.getByRole('searchbox', { name: 'Search my articles' }), {
        target: { value: 'gull' },
      }),
  );
  expect(titles()).toEqual(['On gulls']);
  await act('On gulls', 'Write a note about it');
  await settle(() => drafts.report({ type: 'draft.found', writing: undefined }));
  expect(dialog('Quote')?.textContent).toContain('On gulls');
  await act('On gulls', 'Edit');
  expect(decodeURIComponent(location.pathname)).toBe(
    articleEditPath({ pubkey: A, identifier: 'gulls' }),
  );
});

test('COMPOSE-09 COMPOSE-10 an article is deleted by its author after a confirmation', async () => {
  const { act, click, log, settle } = await opened();
  await settle(() =>
    log.report({ type: 'store.opened', entries: [], now: seconds(1_800_000_000) }),
  );
  await act('On gulls', 'Delete');
  const wishes = () =>
    log
      .told()
      .flatMap((command) =>
        command.type === 'store.append'
          ? command.lines.flatMap((line) =>
              line.type === 'intended' && line.wish.type === 'event' ? [line.wish.draft] : [],
            )
          : [],
      );
  expect(wishes()).toEqual([]);
  await click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Request delete' }),
  );
  expect(
    wishes().map(({ kind, content, tags }) => [kind, content, tags.find(([name]) => name === 'a')]),
  ).toEqual([[KIND.EventDeletion, 'Deleted by the author', ['a', `30023:${A}:gulls`]]]);
});
