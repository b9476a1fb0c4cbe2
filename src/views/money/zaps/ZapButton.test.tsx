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
  render(
    <ZapAct
      count={42}
      done
      busy={more.busy ?? false}
      sum="42 sats"
      onZap={onZap}
      onCustom={onCustom}
    />,
  );
  return screen.getByRole('button');
};
const calls = () => [onZap.mock.calls.length, onCustom.mock.calls.length];

test('ZAP-01 a press zaps; a hold of half a second opens the dialog, and its release is no press', () => {
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
  // Leaving the button ends the hold.
  fireEvent.pointerDown(button, { button: 0 });
  fireEvent.pointerLeave(button);
  pass(1_000);
  expect(calls()).toEqual([1, 1]);
});

test('ZAP-01 ACCESS-02 a key zaps once despite repeats; held, or with the menu key, it opens the dialog', () => {
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
  // Screen readers and page shortcuts press without a pointer.
  fireEvent.click(button, { detail: 0 });
  expect(calls()).toEqual([3, 2]);
});

test('ZAP-03 a pending zap is counted, and labelled as not settled', () => {
  const button = drawn({ busy: true });
  expect([button.ariaLabel, button.ariaBusy, button.ariaPressed]).toEqual([
    'Zap on its way, 42',
    'true',
    'true',
  ]);
});
