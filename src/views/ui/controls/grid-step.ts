import type { KeyboardEvent } from 'react';

/**
 * Return the button of a grid that an arrow, Home or End leads to, for any drawn width. Left and
 * right follow the rows. Up and down lead to the nearest button. `undefined` for other keys, and at
 * the edge.
 */
export function gridStep(
  { key }: Pick<KeyboardEvent, 'key'>,
  grid: HTMLElement,
): HTMLButtonElement | undefined {
  const buttons = [...grid.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const isRtl = getComputedStyle(grid).direction === 'rtl';
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key === 'ArrowRight' || key === 'ArrowLeft')
    return buttons[at + ((key === 'ArrowRight') !== isRtl ? 1 : -1)];
  const current = buttons[at];
  if (!current || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined;
  const [from, isDown] = [current.getBoundingClientRect(), key === 'ArrowDown'];
  const beyond = buttons.map((button) => ({ button, box: button.getBoundingClientRect() }));
  const rest = beyond.filter(({ box }) =>
    isDown ? box.top > from.top + 1 : box.top < from.top - 1,
  );
  const line = rest.reduce(
    (nearest, { box }) => (isDown ? Math.min(nearest, box.top) : Math.max(nearest, box.top)),
    isDown ? Infinity : -Infinity,
  );
  return rest
    .filter(({ box }) => Math.abs(box.top - line) <= 1)
    .toSorted(
      (one, other) => Math.abs(one.box.left - from.left) - Math.abs(other.box.left - from.left),
    )[0]?.button;
}
