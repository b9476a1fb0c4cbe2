// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { quotedMessage } from '../../../events/account/user-message.ts';
import { millis } from '../../../events/core/time.ts';
import { followActors } from '../../../machines/inspector/history.ts';
import { Inspector } from '../Inspector.tsx';
import type { OpenedRecording } from './opened-recording.ts';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);
Element.prototype.scrollIntoView = () => {};
afterEach(cleanup);

const onClose = vi.fn();

/** Open a session with three toasts as a recording of three entries. */
function open(over: Partial<OpenedRecording> = {}) {
  const { app, clock } = fakeApp();
  const now = () => millis(clock.now());
  const { history } = followActors(app, { now });
  app.start();
  const starts = ['one', 'two', 'three'].map((text) => {
    const { seq } = history();
    app.send({ type: 'toast.show', kind: 'info', message: quotedMessage(text) });
    return seq;
  });
  const recording: OpenedRecording = {
    lost: [],
    differsAfter: undefined,
    starts,
    compare: () => Promise.reject(new Error('no recording')),
    ...over,
  };
  render(<Inspector seen={{ ...history(), now: now() }} recording={recording} onClose={onClose} />);
  return within(screen.getByRole('region', { name: 'Recording' }));
}

const trace = () => document.querySelector('[aria-current=step]')?.textContent;
const placed = () =>
  Number(/Event (\d+)/.exec(document.querySelector('[role=toolbar] p')?.textContent ?? '')?.[1]);
const actorName = () => document.querySelector('section[aria-label="Actor"] h2')?.textContent;

test('TOOL-02 entries that were not replayed are listed with the reason, and lead to their place', () => {
  const bar = open({
    differsAfter: 1,
    lost: [
      { number: 2, to: ['account', 'scope'], type: 'compose.write', why: 'noActor' },
      { number: 3, to: ['cache'], type: 'cache.wait', why: 'noTimer' },
    ],
  });
  expect(bar.getByText('Recording, 2 entries not replayed')).toBeTruthy();
  expect(bar.queryByText(/never started/)).toBeNull();
  fireEvent.click(bar.getByRole('button', { name: 'Why?' }));
  expect(
    bar.getByText('Entry 3: no such timer for /cache was waiting in the replay.'),
  ).toBeTruthy();
  const end = placed();
  // the cause of the others is the first row
  const [cause] = bar.getAllByRole('button', { name: /states differ|Entry/ });
  expect(cause?.textContent).toBe('The states differ after entry 1.');
  if (cause) fireEvent.click(cause);
  expect(placed()).toBeLessThan(end);
  fireEvent.click(bar.getByRole('button', { name: /account\/scope was never started/ }));
  expect(placed()).toBeLessThan(end);
  expect(trace()).toContain('toast.show');
});

test('TOOL-02 BEYOND-07 a second recording is compared with the open one, and leads to the difference', async () => {
  const compare = vi.fn<OpenedRecording['compare']>(async () => ({
    same: 1,
    one: { to: ['toasts'], type: 'toast.show' },
    other: { to: ['toasts'], type: 'toast.hold' },
    changes: [{ path: ['event', 'pin'], before: '24681', after: 'x' }],
    machines: [
      {
        path: '/toasts',
        one: 'shown',
        other: undefined,
        changes: [{ path: ['toasts', 'length'], before: 2, after: 1 }],
      },
    ],
    isAtEnd: false,
  }));
  const bar = open({ compare });
  const file = new File(['another'], 'b.jsonl');
  await act(async () =>
    fireEvent.change(bar.getByLabelText('Compare with a recording'), {
      target: { files: [file] },
    }),
  );
  const part = within(await bar.findByRole('group', { name: 'Comparison of two recordings' }));
  expect(compare).toHaveBeenCalledWith('another');
  expect(part.getByText('The first entry is the same', { exact: false })).toBeTruthy();
  expect(part.getByText('toast.hold → /toasts')).toBeTruthy();
  expect(part.queryByText(/24681/)).toBeNull();
  fireEvent.click(part.getByRole('button', { name: /\/toasts.*shown → not running/ }));
  expect([trace(), actorName()]).toEqual([expect.stringContaining('toast.show'), 'toasts']);
  fireEvent.click(part.getByRole('button', { name: 'Close the comparison' }));
  expect(bar.queryByRole('group', { name: 'Comparison of two recordings' })).toBeNull();
});

test('TOOL-02 ACCESS-02 a comparison is shown above the open list of entries, and is focused', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const lost = Array.from({ length: 20 }, (_, at) => ({
    number: at + 1,
    to: ['cache'],
    type: 'cache.wait',
    why: 'noTimer' as const,
  }));
  const bar = open({
    lost,
    compare: async () => ({
      same: 3,
      one: undefined,
      other: undefined,
      changes: [],
      machines: [],
      isAtEnd: true,
    }),
  });
  fireEvent.click(bar.getByRole('button', { name: 'Why?' }));
  await act(async () =>
    fireEvent.change(bar.getByLabelText('Compare with a recording'), {
      target: { files: [new File(['x'], 'b.jsonl')] },
    }),
  );
  const part = await bar.findByRole('group', { name: 'Comparison of two recordings' });
  const reason = bar.getByText(/^Entry 1:/);
  expect(part.compareDocumentPosition(reason)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(document.activeElement).toBe(part);
  expect(scrolled.mock.contexts).toEqual([part]);
  fireEvent.click(within(part).getByRole('button', { name: 'Close the comparison' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Recording');
});

test('TOOL-02 a file that cannot be compared is refused, and the difference of a replay is shown', async () => {
  const bar = open({ differsAfter: 1 });
  fireEvent.click(bar.getByRole('button', { name: 'Go there' }));
  expect(trace()).toContain('toast.show');
  fireEvent.click(bar.getByRole('button', { name: 'Why?' }));
  expect(bar.getByText(/lacks unpublished texts, private messages/)).toBeTruthy();
  expect(bar.queryByText(/An entry is not replayed/)).toBeNull();
  await act(async () =>
    fireEvent.change(bar.getByLabelText('Compare with a recording'), {
      target: { files: [new File(['x'], 'b.jsonl')] },
    }),
  );
  expect((await bar.findByRole('alert')).textContent).toBe(
    'This file is no recording of this version.',
  );
});

test('TOOL-02 Escape closes the reasons of a recording, and never its tab', () => {
  const bar = open({
    lost: [{ number: 2, to: ['cache'], type: 'cache.wait', why: 'noTimer' }],
  });
  const why = bar.getByRole('button', { name: 'Why?' });
  fireEvent.click(why);
  for (let press = 0; press < 3; press++) fireEvent.keyDown(why, { key: 'Escape' });
  expect(why.getAttribute('aria-expanded')).toBe('false');
  expect(onClose).not.toHaveBeenCalled();
});
