// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

type Named = { readonly name: string };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function shut(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Hello = ({ name }: Named) => <p>Hello {name}</p>;
const tryAgain = () =>
  act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));

test('TRUST-06 a part whose code fails to load says so in its place; the screen works; a retry reloads it', async () => {
  const load = vi.fn<() => Promise<ComponentType<Named>>>();
  load
    .mockRejectedValueOnce(new Error('gone'))
    .mockRejectedValueOnce(new Error('still gone'))
    .mockResolvedValue(Hello);
  const Part = lazyPart(load, { Place: ({ name }) => <p>Place of {name}</p> });
  render(
    <main>
      <p>The screen</p>
      <Part name="Ada" />
    </main>,
  );
  expect(screen.getByText('Place of Ada')).toBeDefined();
  expect((await screen.findByRole('alert')).textContent).toBe('This part didn’t loadTry again');
  expect(screen.getByText('The screen')).toBeDefined();
  await tryAgain();
  expect([load.mock.calls.length, (await screen.findByRole('alert')).textContent]).toEqual([
    2,
    'This part didn’t loadTry again',
  ]);
  await tryAgain();
  expect([
    Boolean(await screen.findByText('Hello Ada')),
    load.mock.calls.length,
    screen.queryByRole('alert'),
  ]).toEqual([true, 3, null]);
});

test('TRUST-06 a part that crashes while it is drawn is drawn again by a retry', async () => {
  let broken = true;
  const Part = lazyPart<Named>(async () => (props) => {
    if (broken) throw new Error('bad data');
    return <Hello {...props} />;
  });
  render(<Part name="Ada" />);
  await screen.findByRole('alert');
  broken = false;
  await tryAgain();
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

test('TRUST-06 a part or dialog that did not load offline says so, and loads once back online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi
    .fn<() => Promise<ComponentType<Named>>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(Hello);
  const [Part, Box] = [lazyPart(load), lazyPart(load, { close: () => {} })];
  render(<Part name="Ada" />);
  render(<Box name="Eve" />);
  await waitFor(() =>
    expect(screen.getAllByText('You are offline. It loads when you are back.')).toHaveLength(2),
  );
  online.mockReturnValue(true);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fireEvent(window, new Event('online'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.useRealTimers();
  expect([await screen.findByText('Hello Ada'), screen.getByText('Hello Eve')]).toHaveLength(2);
});

test('TRUST-06 a part left after a failed load is loaded again when it is drawn again', async () => {
  const load = vi
    .fn<() => Promise<ComponentType<Named>>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValue(Hello);
  const Part = lazyPart(load);
  const { unmount } = render(<Part name="Ada" />);
  await screen.findByRole('alert');
  unmount();
  render(<Part name="Ada" />);
  expect(await screen.findByText('Hello Ada')).toBeDefined();
});

test('TRUST-06 a dialog whose code fails to load shows that in a dialog, and can be closed', async () => {
  const Part = lazyPart<{ readonly onClose: () => void }>(() => Promise.reject(new Error('gone')), {
    close: ({ onClose }) => onClose(),
  });
  const Opens = () => {
    const [isOpen, setIsOpen] = useState(true);
    return isOpen ? <Part onClose={() => setIsOpen(false)} /> : <p>closed</p>;
  };
  render(<Opens />);
  await screen.findByRole('dialog', { name: 'This part didn’t load' });
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  expect([screen.queryByRole('dialog'), Boolean(screen.getByText('closed'))]).toEqual([null, true]);
});

test('a preloaded part is drawn at once, and one that is drawn already does not change', async () => {
  const Counter = () => {
    const [count, setCount] = useState(0);
    return <button onClick={() => setCount(count + 1)}>{count}</button>;
  };
  const Part = lazyPart<object>(async () => Counter, { Place: () => <p>On its way</p> });
  await Part.preload();
  const { rerender } = render(<Part />);
  expect(screen.queryByText('On its way')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '0' }));
  await Part.preload();
  rerender(<Part />);
  expect(screen.getByRole('button', { name: '1' })).toBeDefined();
  const Gone = lazyPart<object>(() => Promise.reject(new Error('gone')));
  await expect(Gone.preload()).rejects.toThrow('gone');
});
