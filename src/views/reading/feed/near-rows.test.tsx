// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NearContext, useAway, useNearRows } from './near-rows.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A fake IntersectionObserver, driven by the test. */
function fakeWatch() {
  const watched = new Set<Element>();
  let tell: (entries: readonly object[]) => void = () => undefined;
  class Fake {
    constructor(callback: typeof tell) {
      tell = callback;
    }
    observe = (row: Element) => void watched.add(row);
    unobserve = (row: Element) => void watched.delete(row);
  }
  vi.stubGlobal('IntersectionObserver', Fake);
  const say = (name: string, isIntersecting: boolean, height: number) =>
    act(() => {
      const target = [...watched].find((row) => row.getAttribute('data-row') === name);
      if (!target) throw new Error(`${name} is not watched`);
      tell([{ target, isIntersecting, boundingClientRect: { height } }]);
    });
  return { watched, say };
}

function Row({ id }: { readonly id: string }) {
  const [box, away] = useAway(id);
  return (
    <div ref={box} data-row={id} style={{ height: away }}>
      {away === undefined && <button type="button">{id}</button>}
    </div>
  );
}

const FIRST = new Set(['a']);

function List({ ids }: { readonly ids: readonly string[] }) {
  return (
    <NearContext value={useNearRows(FIRST)}>
      {ids.map((id) => (
        <Row key={id} id={id} />
      ))}
    </NearContext>
  );
}

const names = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const heights = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ style }) => style.height);

test('FEED-14 rows far from the window are empty at their old height, also on return; a focused row stays', () => {
  const { watched, say } = fakeWatch();
  const { unmount } = render(<List ids={['a', 'b', 'c']} />);
  expect([names(), heights()]).toEqual([['a'], ['', '160px', '160px']]);
  say('b', true, 160);
  say('a', false, 321);
  expect([names(), heights()]).toEqual([['b'], ['321px', '', '160px']]);
  screen.getByRole('button', { name: 'b' }).focus();
  say('b', false, 77);
  expect(names()).toEqual(['b']);
  unmount();
  expect(watched.size).toBe(0);
  render(<List ids={['b', 'x', 'a']} />);
  expect([names(), heights()]).toEqual([['a'], ['160px', '160px', '']]);
  say('a', false, 321);
  expect(heights()).toEqual(['160px', '160px', '321px']);
});

test('FEED-14 a browser without IntersectionObserver renders all rows', () => {
  vi.stubGlobal('IntersectionObserver', undefined);
  render(<List ids={['a', 'b']} />);
  expect([names(), heights()]).toEqual([
    ['a', 'b'],
    ['', ''],
  ]);
});
