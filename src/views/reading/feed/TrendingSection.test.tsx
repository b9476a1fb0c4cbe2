// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { settle as settleFor } from '../../../../tests/support/views/rendered-app.tsx';
import { statsOf } from '../../../../tests/support/views/stats-samples.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => Promise.all([fetchViews('/home'), import('./HomeSide.tsx')]));

test('FEED-09 sums of trending notes are asked apart, and shown in all rows', async () => {
  const opened = await renderedAccount('/home');
  world = opened;
  const { answer, isAsked, settle } = opened;
  const note = trusted({ content: 'in the feed', created_at: 9 });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id])] }));
  // the side column comes after the notes
  await settleFor(() => undefined);
  const hot = ['one', 'two'].map((content, at) => trusted({ content, created_at: at }));
  await settle(() => answer('scored', { events: hot }));
  const list = () =>
    within(
      screen.getByRole('combobox', { name: 'Choose a list' }).closest('section') ?? document.body,
    );
  /** The number beside the bolt of each row. */
  const sums = () =>
    list()
      .getAllByRole('listitem')
      .map((row) => row.querySelector('p:last-of-type svg')?.nextSibling?.textContent);
  expect(sums()).toEqual([undefined, undefined]);
  expect(isAsked('events')).toBe(true);
  const claims = hot.map(({ id }, at) => statsOf(id, { satszapped: at * 2_100 }));
  await settle(() => answer('events', { events: hot, claims }));
  expect(sums()).toEqual(['0', '2,100']);
});
