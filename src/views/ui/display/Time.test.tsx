// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { millis, seconds } from '../../../events/core/time.ts';
import { type Clock, ClockContext, createClock } from '../hooks/clock.ts';
import { Time } from './Time.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const START = 1_700_000_000;

function setUp(children: (clock: Clock) => React.ReactNode) {
  vi.setSystemTime(START * 1_000);
  const clock = createClock(() => millis(Date.now()));
  return render(<ClockContext value={clock}>{children(clock)}</ClockContext>);
}

test('NOTE-01 times are relative, stay current while they are shown, and have the full date as title', () => {
  setUp(() => <Time at={seconds(START - 50)} />);
  const time = screen.getByText('now');
  expect(time.getAttribute('datetime')).toBe('2023-11-14T22:12:30.000Z');
  expect(time.title).toContain('2023');
  act(() => void vi.advanceTimersByTime(15_000));
  expect(time.textContent).toBe('1 min');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(time.textContent).toBe('2 min');
});

test('a time outside any calendar shows nothing and breaks nothing', () => {
  setUp(() => [Number.NaN, 1e18, -1e18].map((at, place) => <Time key={place} at={seconds(at)} />));
  const times = [...document.querySelectorAll('time')];
  expect(times.length).toBe(3);
  expect(times.map((time) => [time.textContent, time.getAttribute('datetime')])).toEqual(
    times.map(() => ['', null]),
  );
});

test('all times share one timer, which ends with the last of them and pauses while the page is hidden', () => {
  const view = setUp(() => [1, 2, 3].map((at) => <Time key={at} at={seconds(START - at * 60)} />));
  expect(vi.getTimerCount()).toBe(1);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => void vi.advanceTimersByTime(120_000));
  expect(screen.getByText('1 min')).toBeDefined();
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.queryByText('1 min')).toBeNull();
  view.unmount();
  expect(vi.getTimerCount()).toBe(0);
  hidden.mockRestore();
});
