// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RowBoundary, ScreenBoundary } from './Boundaries.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('TRUST-06 an error in one row stays there, is reported, and the row can be retried', () => {
  let broken = true;
  const onError = vi.fn();
  const Row = ({ text }: { readonly text: string }) => {
    if (broken && text === 'two') throw new Error('bad data');
    return <p>{text}</p>;
  };
  render(
    ['one', 'two', 'three'].map((text) => (
      <RowBoundary key={text} onError={onError}>
        <Row text={text} />
      </RowBoundary>
    )),
  );
  expect(
    [screen.queryByText('one'), screen.queryByText('two'), screen.queryByText('three')].map(
      Boolean,
    ),
  ).toEqual([true, false, true]);
  expect(onError.mock.calls.map(([error]) => String(error))).toEqual(['Error: bad data']);
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('two')).toBeDefined();
});

test('TRUST-06 an error in a screen leaves the frame around it', () => {
  const Screen = (): never => {
    throw new Error('bad data');
  };
  render(
    <>
      <nav>Main</nav>
      <ScreenBoundary>
        <Screen />
      </ScreenBoundary>
    </>,
  );
  expect(screen.getByText('Main')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('This screen did not load');
});
