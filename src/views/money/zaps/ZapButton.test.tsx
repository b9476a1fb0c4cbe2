// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ZapAct } from './ZapButton.tsx';

const onZap = vi.fn();
const onCustom = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onZap.mockClear();
  onCustom.mockClear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const drawn = (more: { busy?: boolean } = {}) => {
  render(<ZapAct count={42} done busy={more.busy ?? false} sum="42 sats" onZap={onZap} onCustom={onCustom} />);
  return screen.getByRole('button');
};
const calls = () => [onZap.mock.calls.length, onCustom.mock.calls.length];

test('ZAP-01 a press zaps; held for half a second it opens the dialog, and the press that ends it is none', () => {
  const button = drawn();
  fireEvent.pointerDown(button, { button: 0 });
  pass(499);
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
  expect(calls()).toEqual([1, 0]);
  fireEvent.pointerDown(button, { button: 0 });
  pass(500);
  expect(calls()).toEqual([1, 1]);
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
  expect(calls()).toEqual([1, 1]);
  // what leaves the button holds it no longer
  fireEvent.pointerDown(button, { button: 0 });
  fireEvent.pointerLeave(button);
  pass(1_000);
  expect(calls()).toEqual([1, 1]);
});

test('ZAP-01 ACCESS-02 by key: pressed it zaps once, however often the key repeats; held, or asked for its menu, it opens the dialog', () => {
  const button = drawn();
  for (const key of ['Enter', ' ']) {
    fireEvent.keyDown(button, { key });
    pass(100);
    fireEvent.keyUp(button, { key });
  }
  expect(calls()).toEqual([2, 0]);
  fireEvent.keyDown(button, { key: 'Enter' });
  for (let repeat = 0; repeat < 20; repeat++) {
    fireEvent.keyDown(button, { key: 'Enter', repeat: true });
    pass(50);
  }
  fireEvent.keyUp(button, { key: 'Enter' });
  expect(calls()).toEqual([2, 1]);
  expect(fireEvent.contextMenu(button)).toBe(false);
  expect(calls()).toEqual([2, 2]);
  // a screen reader, or a key of the page, presses without a pointer
  fireEvent.click(button, { detail: 0 });
  expect(calls()).toEqual([3, 2]);
});

test('ZAP-03 a zap on its way is counted, and said not to be settled', () => {
  const button = drawn({ busy: true });
  expect([button.ariaLabel, button.ariaBusy, button.ariaPressed]).toEqual(['Zap on its way, 42', 'true', 'true']);
});
