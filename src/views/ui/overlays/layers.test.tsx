// @vitest-environment jsdom
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserHistory, layersIn, traversal } from '../navigation/history.ts';
import { useLayer } from './layers.ts';

const KEYED = { key: 'here' };
/** History calls of the page that the browser has not executed yet. */
let asked: (() => void)[] = [];
let entries: Array<{ state: unknown; path: string }> = [];
let current = 0;

beforeEach(() => {
  asked = [];
  // set by an earlier test's page
  traversal.isUnderWay = false;
  const show = window.history.replaceState.bind(window.history);
  const at = (place: number) => {
    current = place;
    show(entries[place]?.state, '', entries[place]?.path);
  };
  entries = [{ state: KEYED, path: '/home' }];
  at(0);
  // jsdom's own forgets its target when an entry is added meanwhile
  vi.spyOn(window.history, 'pushState').mockImplementation((state: unknown, _, path) => {
    entries = [
      ...entries.slice(0, current + 1),
      { state, path: String(path || window.location.pathname) },
    ];
    at(current + 1);
  });
  vi.spyOn(window.history, 'go').mockImplementation((by = 0) => {
    asked.push(() => {
      at(current + by);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
    });
  });
});
afterEach(async () => {
  cleanup();
  await rest();
  vi.restoreAllMocks();
});

/** On a busy machine an effect may come some timers later. */
async function turn(): Promise<void> {
  for (let times = 0; times < 4; times++) await new Promise((done) => setTimeout(done, 5));
}

/** Executes all pending history calls and their effects. */
async function rest(): Promise<void> {
  await turn();
  for (let times = 0; asked.length > 0; times++) {
    expect(
      times,
      `from ${window.history.length} entries: ${JSON.stringify(entries)} at ${current}`,
    ).toBeLessThan(20);
    asked.shift()?.();
    await turn();
  }
}

async function back(): Promise<void> {
  window.history.go(-1);
  await rest();
}

function Layer({ onBack }: { readonly onBack: () => void }) {
  useLayer(onBack);
  return null;
}

function Layers({
  names,
  onBack,
}: {
  readonly names: readonly string[];
  readonly onBack: (name: string) => void;
}) {
  return names.map((name) => <Layer key={name} onBack={() => onBack(name)} />);
}

const layers = () => layersIn(window.history.state);

test('ROUTE-23 the page is marked as covered until its last layer has closed', () => {
  const isLayered = () => document.documentElement.hasAttribute('data-layered');
  const { rerender } = render(<Layers names={['below', 'above']} onBack={() => {}} />);
  const seen = [isLayered()];
  for (const names of [['below'], []]) {
    rerender(<Layers names={names} onBack={() => {}} />);
    seen.push(isLayered());
  }
  expect(seen).toEqual([true, true, false]);
});

test("ROUTE-23 a layer opened while another's entry is being left stays open, and going back closes it", async () => {
  const onBack = vi.fn();
  const { rerender } = render(<Layers names={['first']} onBack={onBack} />);
  await rest();
  expect(layers()).toBe(1);
  rerender(<Layers names={[]} onBack={onBack} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  rerender(<Layers names={['second']} onBack={onBack} />);
  await rest();
  expect(onBack).not.toHaveBeenCalled();
  expect(layers()).toBe(1);
  await back();
  expect(onBack.mock.calls).toEqual([['second']]);
});

test('ROUTE-23 the layer below one that is being left stays open, too', async () => {
  const onBack = vi.fn();
  const { rerender } = render(<Layers names={['below', 'above']} onBack={onBack} />);
  await rest();
  expect(layers()).toBe(2);
  rerender(<Layers names={['below']} onBack={onBack} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  rerender(<Layers names={['below', 'another']} onBack={onBack} />);
  await rest();
  expect(onBack).not.toHaveBeenCalled();
  expect(layers()).toBe(2);
  rerender(<Layers names={[]} onBack={onBack} />);
  await rest();
  expect([layers(), window.location.pathname, onBack.mock.calls]).toEqual([0, '/home', []]);
});

test('ROUTE-23 a page reloaded with a layer leaves that entry; later layers and navigation are kept', async () => {
  const onBack = vi.fn();
  window.history.pushState({ ...KEYED, layers: 1 }, '');
  browserHistory(window);
  const { rerender } = render(<Layers names={['early']} onBack={onBack} />);
  await rest();
  expect([onBack.mock.calls, layers()]).toEqual([[], 1]);
  rerender(<Layers names={[]} onBack={onBack} />);
  await rest();

  window.history.pushState({ ...KEYED, layers: 1 }, '');
  const { navigator, visit } = browserHistory(window);
  navigator.push('/help');
  await rest();
  expect([window.location.pathname, visit().location.pathname]).toEqual(['/help', '/help']);
});
