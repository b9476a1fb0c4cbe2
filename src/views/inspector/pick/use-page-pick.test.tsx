// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePagePick } from './use-page-pick.ts';

afterEach(cleanup);

function Page({ onPick, onPress }: Readonly<Record<'onPick' | 'onPress', () => void>>) {
  const { isPicking, toggle } = usePagePick(onPick);
  return (
    <>
      <div data-inspector="">
        <button type="button" onClick={toggle} aria-pressed={isPicking}>
          Choose
        </button>
      </div>
      <article data-note="the note">
        <button type="button" onPointerDown={onPress} onClick={onPress}>
          Like
        </button>
      </article>
    </>
  );
}

function opened() {
  const [onPick, onPress] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(<Page onPick={onPick} onPress={onPress} />);
  const [choose, like] = ['Choose', 'Like'].map((name) => screen.getByRole('button', { name })) as [
    HTMLElement,
    HTMLElement,
  ];
  const isPicking = () => choose.getAttribute('aria-pressed') === 'true';
  return { onPick, onPress, choose, like, isPicking };
}

test('TOOL-05 a press chooses an element once, with its note, and does not reach the page', () => {
  const { onPick, onPress, choose, like, isPicking } = opened();
  fireEvent.click(choose);
  expect(isPicking()).toBe(true);
  fireEvent.pointerDown(like);
  fireEvent.click(like);
  expect(onPick).toHaveBeenCalledExactlyOnceWith({ refs: [], note: 'the note' });
  expect([onPress.mock.calls.length, isPicking()]).toEqual([0, false]);
  fireEvent.click(like);
  expect([onPress.mock.calls.length, onPick.mock.calls.length]).toEqual([1, 1]);
});

test('TOOL-05 Escape in the tab, or the button again, cancels the choice', () => {
  const { onPick, onPress, choose, like, isPicking } = opened();
  fireEvent.click(choose);
  act(() => void fireEvent.keyDown(like, { key: 'Escape' }));
  expect(isPicking()).toBe(false);
  for (let press = 0; press < 2; press++) fireEvent.click(choose);
  expect(isPicking()).toBe(false);
  fireEvent.click(like);
  expect([onPick.mock.calls.length, onPress.mock.calls.length]).toEqual([0, 1]);
});
