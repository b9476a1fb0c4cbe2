// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  dialog,
  fetchViews,
  offers,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { A, B } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { articlePath } from '../../../events/account/profile/profile-path.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const ADDRESS = `30023:${B}:tides`;
const PATH = articlePath({ kind: KIND.LongForm, pubkey: B, identifier: 'tides' });
const ARTICLE = trusted({
  pubkey: B,
  kind: KIND.LongForm,
  content: 'The sea comes and goes. Nobody asks it why.\n\nThe second paragraph.',
  tags: [
    ['d', 'tides'],
    ['title', 'Reading tides'],
  ],
  created_at: seconds(1_000),
});

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => Promise.all([fetchViews(PATH), import('./ArticleBody.tsx')]));
beforeEach(() => {
  // jsdom has no layout.
  Range.prototype.getBoundingClientRect = () => new DOMRect(10, 200, 80, 20);
});

async function opened() {
  const app = await renderedAccount(PATH);
  world = app;
  await app.settle(() =>
    app.answer('long_form_content_thread_view', {
      events: [ARTICLE],
      claims: [range([ARTICLE.id])],
    }),
  );
  await app.settle(() => app.answer('get_highlights', { events: [] }));
  const paragraph = screen.getByText(/The sea comes and goes/);
  const select = (from: number, to: number) =>
    app.settle(() => {
      const chosen = document.createRange();
      const text = paragraph.firstChild ?? paragraph;
      chosen.setStart(text, from);
      chosen.setEnd(text, to);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(chosen);
      document.dispatchEvent(new Event('selectionchange'));
    });
  const bar = () => screen.queryByRole('toolbar', { name: 'Selected text' });
  return { ...app, select, bar };
}

test('THREAD-05 a selection in an article can be highlighted, commented on, quoted and copied', async () => {
  const { select, bar, click, settle } = await opened();
  expect(bar()).toBeNull();
  await select(0, 23);
  expect(offers(bar() ?? document.body)).toEqual(['Highlight', 'Comment', 'Quote', 'Copy']);
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  await click(within(bar() ?? document.body).getByRole('button', { name: 'Copy' }));
  vi.unstubAllGlobals();
  expect(writeText).toHaveBeenCalledWith('The sea comes and goes.');
  expect(toasts()).toContain('Text copied');
  await click(within(bar() ?? document.body).getByRole('button', { name: 'Comment' }));
  const open = dialog('Comment on this passage') ?? expect.fail('no dialog');
  expect(open.textContent).toContain('The sea comes and goes.');
  expect(offers(open)).toContain('Publish (off)');
  await settle(
    () =>
      void fireEvent.change(within(open).getByLabelText('Your comment'), {
        target: { value: 'So it does' },
      }),
  );
  await settle(() => void fireEvent(open, new Event('cancel', { cancelable: true })));
  expect(dialog('Comment on this passage')).toBe(open);
  await settle(() => {
    getSelection()?.removeAllRanges();
    document.dispatchEvent(new Event('selectionchange'));
  });
  expect(bar()).toBeNull();
});

test('THREAD-05 BEYOND-09 a highlight is listed before it is signed, and no longer once it is undone', async () => {
  const { log, settle } = await opened();
  const draft = pressed({
    kind: KIND.Highlight,
    content: 'Nobody asks it why.',
    tags: [['a', ADDRESS]],
  });
  const wish = { type: 'event', draft } as const;
  const ordered: OutboxEntryDraft = { job: 'j', type: 'intended', account: A, wish };
  const at = seconds(20);
  await settle(() =>
    log.lives[0]?.report({ type: 'store.opened', entries: [{ ...ordered, at }], now: seconds(21) }),
  );
  const list = () => screen.queryByRole('region', { name: 'Highlights' });
  expect(list()?.textContent).toContain('Nobody asks it why.');
  expect(within(list() ?? document.body).queryByRole('button')).toBeNull();
  const entries = [{ job: 'j', type: 'discarded' as const, at: seconds(22) }];
  await settle(() => log.lives[0]?.report({ type: 'store.appended', entries }));
  expect(list()).toBeNull();
});

test("THREAD-05 the user's own highlight is listed as soon as it is signed, and can be removed", async () => {
  const { log, settle, click } = await opened();
  const tags = [
    ['a', ADDRESS],
    ['p', B, '', 'author'],
  ];
  const template = pressed({
    pubkey: A,
    kind: KIND.Highlight,
    content: 'Nobody asks it why.',
    tags,
    created_at: seconds(20),
  });
  const event = trusted(template);
  const lines: readonly OutboxEntryDraft[] = [
    { job: 'j', type: 'intended', account: A, wish: { type: 'event', draft: template } },
    { job: 'j', type: 'drafted', template, relays: [pressed('wss://one.example')] },
    { job: 'j', type: 'signed', event },
    { job: 'j', type: 'answered', relay: pressed('wss://one.example'), accepted: true },
  ];
  await settle(() =>
    log.lives[0]?.report({
      type: 'store.opened',
      entries: lines.map((line) => ({ ...line, at: seconds(20) })),
      now: seconds(30),
    }),
  );
  if (world) await settle(() => elapse(world?.clock ?? expect.fail(), 200));
  const list = screen.getByRole('region', { name: 'Highlights' });
  expect(list.textContent).toContain('Nobody asks it why.');
  await click(within(list).getByRole('button', { name: 'Remove highlight' }));
  expect(dialog('Request delete?')).toBeDefined();
});
