// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Tooltips } from './Tooltips.tsx';

test("ACCESS-02 an icon's name shows while a mouse or the focus rests on it; leaving, Esc or a press hides", () => {
  render(
    <>
      <a href="/home" aria-label="Home" data-tooltip="Home">
        <i data-testid="icon" />
      </a>
      <a href="/reads" data-tooltip="Reads">
        r
      </a>
      <p>text</p>
      <Tooltips />
    </>,
  );
  const shown = () => ['Home', 'Reads'].filter((name) => screen.queryByText(name));
  const [icon, reads, text] = [
    screen.getByTestId('icon'),
    screen.getByText('r'),
    screen.getByText('text'),
  ];
  fireEvent.pointerOver(icon);
  expect(shown()).toEqual(['Home']);
  expect(screen.getByText('Home').ariaHidden).toBe('true');
  fireEvent.pointerOver(text);
  expect(shown()).toEqual([]);
  // jsdom does not know the cause of the focus
  vi.spyOn(reads, 'matches').mockReturnValue(true);
  act(() => reads.focus());
  expect(shown()).toEqual(['Reads']);
  act(() => reads.blur());
  expect(shown()).toEqual([]);
  for (const leave of [
    () => fireEvent.keyDown(text, { key: 'Escape' }),
    () => fireEvent.pointerDown(text),
  ]) {
    fireEvent.pointerOver(icon);
    expect(shown()).toEqual(['Home']);
    leave();
    expect(shown()).toEqual([]);
  }
});
