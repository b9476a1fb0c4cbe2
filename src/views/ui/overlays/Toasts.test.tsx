// @vitest-environment jsdom
import { english } from '../strings/english.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Toasts, type ToastView } from './Toasts.tsx';

afterEach(cleanup);

function setUp(toasts: readonly ToastView[]) {
  const told = { onDismiss: vi.fn(), onHold: vi.fn(), onRelease: vi.fn() };
  const view = render(<Toasts toasts={toasts} {...told} />);
  return {
    ...told,
    show: (next: readonly ToastView[]) => view.rerender(<Toasts toasts={next} {...told} />),
  };
}

test('ACCESS-02 toasts appear in existing regions: errors as alerts, the rest as status', () => {
  const { show } = setUp([]);
  const [status, alert] = [screen.getByRole('status'), screen.getByRole('alert')];
  show([
    { id: 1, kind: 'success', text: 'Note posted successfully' },
    { id: 2, kind: 'error', text: 'We were unable to send this Zap' },
  ]);
  expect(screen.getByRole('status')).toBe(status);
  expect(status.textContent).toBe('Note posted successfully');
  expect(alert.textContent).toBe('We were unable to send this Zap');
});

test('LIMIT-06 a request that the service cannot fulfil is reported in the one sentence for it', () => {
  setUp([{ id: 1, kind: 'unavailable', text: english.messages['act.unavailable'] }]);
  const sentence =
    'Feature not available in this preview release. Rest assured, we are working on it. Come back soon!';
  expect(screen.getByRole('status').textContent).toBe(sentence);
});

test('at most three are shown, and each can be dismissed or acted on', () => {
  const onPress = vi.fn();
  const { onDismiss } = setUp([
    { id: 1, kind: 'info', text: 'one' },
    { id: 2, kind: 'info', text: 'two', act: { label: 'Undo', onPress } },
    { id: 3, kind: 'warning', text: 'three', detail: 'more of it' },
    { id: 4, kind: 'info', text: 'four' },
  ]);
  expect(screen.getByText('three')).toBeDefined();
  expect(screen.queryByText('four')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onPress).toHaveBeenCalledOnce();
  const [first] = within(screen.getByRole('status')).getAllByRole('button', { name: 'Dismiss' });
  if (first) fireEvent.click(first);
  expect(onDismiss.mock.calls).toEqual([[1]]);
});

test('LIMIT-01 the button of a toast that stays also dismisses it', () => {
  const onPress = vi.fn();
  const act = { label: 'Why not?', onPress };
  const { onDismiss } = setUp([{ id: 1, kind: 'error', text: 'one', stays: true, act }]);
  fireEvent.click(screen.getByRole('button', { name: 'Why not?' }));
  expect([onPress.mock.calls.length, onDismiss.mock.calls]).toEqual([1, [[1]]]);
});

test('their timers pause under the pointer or the focus, but not when the focus moves between them', () => {
  const { onHold, onRelease } = setUp([
    { id: 1, kind: 'info', text: 'one' },
    { id: 2, kind: 'info', text: 'two' },
  ]);
  const region = screen.getByRole('region');
  fireEvent.pointerEnter(region);
  fireEvent.pointerLeave(region);
  expect([onHold.mock.calls.length, onRelease.mock.calls.length]).toEqual([1, 1]);
  const [first, second] = screen.getAllByRole('button', { name: 'Dismiss' });
  first?.focus();
  second?.focus();
  expect(onRelease).toHaveBeenCalledTimes(1);
  second?.blur();
  expect(onRelease).toHaveBeenCalledTimes(2);
});

test('they do not cover their subject: the last pressed or focused element stays visible', async () => {
  // jsdom has no layout: the toasts are at the lower left, the button where a test sets it
  const place = (left: number, top: number, width: number, height: number) => () =>
    new DOMRect(left, top, width, height);
  render(<button type="button">Like</button>);
  const button = screen.getByRole('button', { name: 'Like' });
  const { show } = setUp([]);
  const region = screen.getByRole('region');
  region.getBoundingClientRect = place(300, 700, 360, 60);
  const shown = async (top: number, id: number) => {
    button.getBoundingClientRect = place(320, top, 40, 40);
    await act(async () => show([{ id, kind: 'error', text: 'Failed to like' }]));
    return region.style.translate;
  };
  expect(await shown(720, 1)).toBe('');
  fireEvent.pointerDown(button);
  expect(await shown(720, 2)).toBe('0 -52px');
  // elsewhere it is not covered, and the toasts stay in their usual place
  expect(await shown(300, 3)).toBe('');
  fireEvent.pointerDown(document.body);
  button.focus();
  expect(await shown(720, 4)).toBe('0 -52px');
});
