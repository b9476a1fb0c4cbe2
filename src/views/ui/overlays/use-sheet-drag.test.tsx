// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { Menu, MenuBox } from '../controls/Menu.tsx';
import { Dialog } from './Dialog.tsx';

beforeAll(() => MenuBox.preload());

let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
  vi.stubGlobal('innerWidth', 390);
  // no sheet of jsdom has a height, and a third of it is far
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  uninstall();
});

const at = (target: Element, y: number, x = 100) => ({
  touches: [{ identifier: 1, target, clientX: x, clientY: y }],
});

/** Pull from that element by so many pixels, slowly. Returns whether the page may scroll by it. */
function pull(target: Element, down: number, { release = true, x = 100 } = {}): boolean {
  fireEvent.touchStart(target, at(target, 10));
  let scrolls = true;
  for (let step = 1; step <= 10; step++) {
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(step * 100);
    scrolls = fireEvent.touchMove(target, at(target, 10 + (down * step) / 10, x));
  }
  if (release) fireEvent.touchEnd(target, { touches: [] });
  return scrolls;
}

function dialog(question = false) {
  const onClose = vi.fn();
  render(
    <Dialog title="Zap Ada" onClose={onClose} question={question}>
      <button type="button">Zap</button>
    </Dialog>,
  );
  const sheet = screen.getByRole(question ? 'alertdialog' : 'dialog');
  return { onClose, sheet, head: screen.getByText('Zap Ada') };
}

test('ACCESS-02 a sheet follows the finger at its head, and closes when it was pulled far', () => {
  const { onClose, sheet, head } = dialog();
  expect(pull(head, 150, { release: false })).toBe(false);
  expect(sheet.style.translate).toBe('0 150px');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.touchEnd(head, { touches: [] });
  expect(onClose).toHaveBeenCalledOnce();
});

test('ACCESS-02 a sheet that was pulled a little, or cancelled by the system, goes back', async () => {
  const { onClose, sheet, head } = dialog();
  pull(head, 60);
  await vi.waitFor(() => expect(sheet.style.translate).toBe(''));
  pull(head, 200, { release: false });
  fireEvent.touchCancel(head, { touches: [] });
  await vi.waitFor(() => expect(sheet.style.translate).toBe(''));
  expect(sheet.style.transitionDuration).toBe('var(--normal)');
  expect(onClose).not.toHaveBeenCalled();
});

test('ACCESS-02 a fast pull closes a sheet sooner', () => {
  const { onClose, head } = dialog();
  fireEvent.touchStart(head, at(head, 10));
  for (const [time, y] of [
    [10, 20],
    [20, 50],
  ] as const) {
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(time);
    fireEvent.touchMove(head, at(head, y));
  }
  fireEvent.touchEnd(head, { touches: [] });
  expect(onClose).toHaveBeenCalledOnce();
});

test('ACCESS-02 content of a sheet scrolls, and a movement up or sideways moves no sheet', () => {
  const { onClose, sheet, head } = dialog();
  expect(pull(screen.getByText('Zap'), 200)).toBe(true);
  expect(pull(head, -200)).toBe(true);
  expect(pull(head, 5, { x: 200 })).toBe(true);
  expect([sheet.style.translate, onClose.mock.calls.length]).toEqual(['', 0]);
});

test('ACCESS-02 questions, and dialogs of wide windows, are not pulled', () => {
  const question = dialog(true);
  pull(question.head, 200);
  expect(question.onClose).not.toHaveBeenCalled();
  cleanup();
  vi.stubGlobal('innerWidth', 1280);
  const { onClose, head } = dialog();
  pull(head, 200);
  expect(onClose).not.toHaveBeenCalled();
});

test('ACCESS-02 a menu that is a sheet is pulled down by its upper edge', () => {
  render(
    <Menu
      label="More"
      entries={() => [{ label: 'Copy link', onSelect: () => {} }]}
      renderTrigger={(props) => <IconButton {...props} icon="more" label="More" />}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const menu = screen.getByRole('menu');
  pull(menu, 60);
  expect(screen.queryByRole('menu')).not.toBeNull();
  pull(menu, 200);
  expect(screen.queryByRole('menu')).toBeNull();
});
