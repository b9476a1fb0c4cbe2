// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { type RenderedApp, renderedApp } from '../../../../tests/support/views/rendered-app.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';

const BROKEN = 997;

let world: RenderedApp | undefined;
afterEach(() => {
  world?.close();
  vi.restoreAllMocks();
});

test('E-53 TRUST-06 an error in one of 20 rows is shown in its place and reported without secrets; 19 stay', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // No event is known that breaks a row, so the test breaks the date of one.
  const isoTime = Date.prototype.toISOString;
  const broken = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
    if (this.getTime() === BROKEN * 1_000) throw new Error(`cannot draw nsec1${'q'.repeat(58)}`);
    return isoTime.call(this);
  });
  const opened = renderedApp('/home');
  world = opened;
  await opened.settle(() => opened.socket.opened());
  const notes = Array.from({ length: 20 }, (_, n) =>
    trusted({ content: 1_000 - n === BROKEN ? 'poison' : `note ${n}.`, created_at: 1_000 - n }),
  );
  const claims = [
    range(
      notes.map(({ id }) => id),
      { since: 981, until: 1_000 },
    ),
  ];
  await opened.settle(() => opened.answer('mega_feed_directive', { events: notes, claims }));
  const feed = within(screen.getByRole('feed'));
  expect(feed.getByText('note 2.')).toBeDefined();
  expect(feed.getByText('note 4.')).toBeDefined();
  expect(feed.queryByText('poison')).toBeNull();
  expect(feed.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
  const said = [{ actor: 'views', message: 'cannot draw [63 characters kept back]' }];
  expect(opened.app.getSnapshot().context.crashes).toEqual(said);
  expect(opened.recorder.recording().log.map(({ event }) => event)).toContainEqual({
    type: 'view.failed',
    crash: said[0],
  });
  broken.mockRestore();
  act(() => void fireEvent.click(feed.getByRole('button', { name: 'Try again' })));
  expect(feed.getByText('poison')).toBeDefined();
});
