// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRowWindow } from './use-row-window.ts';

beforeEach(() => {
  const still = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = still;
      unobserve = still;
      disconnect = still;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const [ROW_PX, SIGHT_PX] = [70, 700];
const idsOf = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}`);

function List({ ids }: { readonly ids: readonly string[] }) {
  const { rows, isWindowed, list } = useRowWindow(ids, '.box');
  return (
    <div className="box" data-testid="box">
      <ul {...list} data-windowed={isWindowed}>
        {rows.map(({ at, gapPx }) => (
          <li key={ids[at]} data-row={ids[at]} style={{ marginBlockStart: gapPx }}>
            <button type="button">{ids[at]}</button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The layout of a list that was scrolled by `top` pixels. */
function scrolledTo(top: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIGHT_PX);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    return this.tagName === 'UL'
      ? new DOMRect(0, -top, 300, 0)
      : new DOMRect(0, 0, 300, this.tagName === 'LI' ? ROW_PX : SIGHT_PX);
  });
  act(() => void fireEvent.scroll(screen.getByTestId('box')));
}

/** The drawn rows, and the total height of them and the gaps. */
function drawn() {
  const rows = screen.getAllByRole('listitem');
  const heightPx = rows.reduce(
    (sum, row) => sum + ROW_PX + Number.parseFloat(row.style.marginBlockStart || '0'),
    0,
  );
  return { names: rows.map((row) => Number(row.dataset['row']?.replace('row ', ''))), heightPx };
}

test('DM-10 a list of thousands draws the visible rows, the first and the last, at the height of all', () => {
  render(<List ids={idsOf(5_000)} />);
  scrolledTo(0);
  expect([drawn().names.length, drawn().names.at(-1), drawn().heightPx]).toEqual([
    61,
    4_999,
    5_000 * ROW_PX,
  ]);
  scrolledTo(3_000 * ROW_PX);
  const { names, heightPx } = drawn();
  expect([names[0], names[1], names.at(-2), names.at(-1), heightPx]).toEqual([
    0,
    2_980,
    3_029,
    4_999,
    5_000 * ROW_PX,
  ]);
});

test('DM-10 the focused row stays between its neighbours at any scroll position until it loses the focus', () => {
  render(<List ids={idsOf(5_000)} />);
  act(() => screen.getByText('row 30').focus());
  scrolledTo(3_000 * ROW_PX);
  expect(drawn().names.slice(0, 5)).toEqual([0, 29, 30, 31, 2_980]);
  expect(document.activeElement?.textContent).toBe('row 30');
  act(() => screen.getByText('row 31').focus());
  expect(drawn().names.slice(0, 5)).toEqual([0, 30, 31, 32, 2_980]);
  act(() => screen.getByText('row 31').blur());
  expect(drawn().names.slice(0, 2)).toEqual([0, 2_980]);
});

test('DM-10 a short list is drawn completely', () => {
  render(<List ids={idsOf(60)} />);
  expect([drawn().names.length, screen.getByRole('list').dataset['windowed']]).toEqual([
    60,
    'false',
  ]);
});
