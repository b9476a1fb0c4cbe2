// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { bookmark, follow } from '../../../events/account/lists/list-intents.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import { seconds } from '../../../events/core/time.ts';
import { PublishingScreen } from './PublishingScreen.tsx';

afterEach(cleanup);

test('BEYOND-05 INV-OUTCOME a failed bookmark says why, leads to its note, and can be retried', async () => {
  const fake = accountScreen('a'.repeat(64), <PublishingScreen />);
  await act(async () => undefined);
  act(() => fake.answer('replaceable_event'));
  act(() =>
    fake.versions.lives[0]?.report({ type: 'versions.found', events: [], now: seconds(300) }),
  );
  const note = trusted({ content: 'kept for later', created_at: seconds(9) });
  const intent = {
    type: 'lists.edit',
    list: 'bookmarks',
    intents: [bookmark(note)],
    now: seconds(400),
  } as const;
  await act(async () =>
    fake.app.getSnapshot().children.account?.send({ type: 'account.intent', intent }),
  );
  const row = () =>
    within(screen.getByRole('region', { name: 'Not finished' })).getByRole('listitem');
  const buttons = () =>
    within(row())
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(row().textContent).toContain('Being prepared');
  expect(buttons()).toEqual(['Discard']);
  expect(within(row()).getByRole('link').getAttribute('href')).toBe(notePath(note.id));
  // This tab never gets its turn.
  await act(async () => elapse(fake.clock, 60_000, 500));
  expect(row().textContent).toContain('Another tab is changing your bookmarks. Please try again.');
  expect(row().textContent).not.toContain('Being prepared');
  expect(buttons()).toEqual(['Try again', 'Discard']);
  await act(
    async () => void fireEvent.click(within(row()).getByRole('button', { name: 'Try again' })),
  );
  expect(row().textContent).toContain('Being prepared');
});

test('BEYOND-05 the people of a list edit are named while it is listed, not after it is discarded', async () => {
  const fake = accountScreen('a'.repeat(64), <PublishingScreen />);
  await act(async () => undefined);
  act(() => fake.answer('replaceable_event'));
  const intents = [follow('b'.repeat(64), true)];
  const intent = { type: 'lists.edit', list: 'follows', intents, now: seconds(400) } as const;
  await act(async () =>
    fake.app.getSnapshot().children.account?.send({ type: 'account.intent', intent }),
  );
  const isNaming = () => fake.features().lists?.getSnapshot().children['people'] !== undefined;
  expect(isNaming()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([screen.getByText('Nothing published yet') !== null, isNaming()]).toEqual([true, false]);
});
