// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useActiveOption } from './use-active-option.ts';

const keys = ['ArrowDown', 'ArrowUp'] as const;
const WAYS = { ArrowDown: 1, ArrowUp: -1 };

test('ACCESS-03 arrows move through all options and wrap around, from none or from the first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      fc.array(fc.constantFrom(...keys), { maxLength: 12 }),
      (count, isFirst, pressed) => {
        const options = Array.from({ length: count }, (_, at) => `option ${at}`);
        const { result, unmount } = renderHook(() =>
          useActiveOption(options, isFirst ? options[0] : undefined),
        );
        let at = isFirst ? 0 : undefined;
        for (const key of pressed) {
          act(() => void result.current.move(key));
          at = at === undefined ? (key === 'ArrowDown' ? 0 : count - 1) : at + WAYS[key];
          at = (at + count) % count;
          expect(result.current.active).toBe(options[at]);
        }
        unmount();
      },
    ),
  );
});

test('ACCESS-03 the preselected option replaces a removed one; other keys do nothing', () => {
  const { result, rerender } = renderHook(({ options }) => useActiveOption(options, options[0]), {
    initialProps: { options: ['a', 'b', 'c'] as readonly string[] },
  });
  act(() => void result.current.move('ArrowUp'));
  expect(result.current.active).toBe('c');
  rerender({ options: ['b', 'a'] });
  expect(result.current.active).toBe('b');
  rerender({ options: [] });
  expect([result.current.active, result.current.move('ArrowDown')]).toEqual([undefined, false]);
  expect(result.current.move('Enter')).toBe(false);
});
