// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { settle } from '../../../../tests/support/views/rendered-app.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';

const draft = (d: string, created_at: number) =>
  trusted({
    kind: KIND.Draft,
    pubkey: A,
    content: `A${d.repeat(131)}`,
    created_at,
    tags: [
      ['d', d],
      ['k', '30023'],
    ],
  });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/myarticles/drafts'));

/** Render the list after the service's answer, with no drafts on this device. */
async function opened(...events: readonly VerifiedEvent[]) {
  const it = await renderedAccount('/myarticles/drafts');
  world = it;
  while (it.isAsked('drafts')) await it.settle(() => it.answer('drafts', { events }));
  await settle(() => elapse(it.clock, 15_000));
  return it;
}

const drafts = () => screen.getAllByRole('article').length;

test('COMPOSE-09 a deleted draft leaves the list, even if relays sent it before; others stay', async () => {
  const { click } = await opened(draft('b', 9), draft('c', 8));
  expect(drafts()).toBe(2);
  const [more] = screen.getAllByRole('button', { name: 'More about Encrypted' });
  if (more) await click(more);
  await click(screen.getByRole('menuitem', { name: 'Delete draft' }));
  await click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete draft' }),
  );
  expect(drafts()).toBe(1);
  expect(screen.getByRole('link', { name: 'Encrypted' }).getAttribute('href')).toBe(
    '/reads/edit/c',
  );
});

test('COMPOSE-09 an empty list is stated only after all sources answered, and a missing answer is shown', async () => {
  const it = await renderedAccount('/myarticles/drafts');
  world = it;
  await settle(() => elapse(it.clock, 3_000));
  expect(screen.queryByText('No drafts yet')).toBeNull();
  while (it.isAsked('drafts')) await it.settle(() => it.refuse('drafts'));
  await settle(() => elapse(it.clock, 12_000));
  expect(screen.queryByText('No drafts yet')).toBeNull();
  const failed = within(within(screen.getByRole('tabpanel')).getByRole('alert'));
  expect(failed.getByRole('heading', { name: 'Not all of your drafts loaded' })).toBeDefined();
  await it.click(failed.getByRole('button', { name: 'Try again' }));
  while (it.isAsked('drafts')) await it.settle(() => it.answer('drafts'));
  await settle(() => elapse(it.clock, 30_000));
  expect(screen.getByText('No drafts yet')).toBeDefined();
});
