// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

let uninstall = () => {};
beforeEach(() => {
  uninstall = installTopLayer();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  uninstall();
});

function Page({ locked = false, onClose = () => {} }) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog
          title="Zap Ada"
          onClose={close}
          locked={locked}
          foot={<button type="button">Zap</button>}
        >
          <input aria-label="Amount" />
        </Dialog>
      )}
    </>
  );
}

function openIt() {
  const opener = screen.getByText('Open');
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: screen.getByRole('dialog', { name: 'Zap Ada' }) };
}

test('ACCESS-02 a dialog focuses its first control and returns the focus when it closes', () => {
  render(<Page />);
  const { opener, dialog } = openIt();
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('ACCESS-02 the cross and the scrim close a dialog, a press inside it does not', () => {
  const onClose = vi.fn();
  render(<Page onClose={onClose} />);
  const { dialog } = openIt();
  fireEvent.pointerDown(screen.getByLabelText('Amount'));
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
  openIt();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a locked dialog stays open, even if the browser forces it to close', () => {
  const onClose = vi.fn();
  render(<Page locked onClose={onClose} />);
  const { dialog } = openIt();
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(cancel.defaultPrevented).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  if (dialog instanceof HTMLDialogElement) dialog.close();
  expect(dialog.hasAttribute('open')).toBe(true);
});

test('a question focuses its safe answer, which is also the result of Esc', () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  const question = {
    title: 'Replace your follow list?',
    text: 'This one has 4.',
    confirm: 'Replace',
    cancel: 'Keep 318',
    danger: true,
  };
  render(<ConfirmDialog question={question} onConfirm={onConfirm} onCancel={onCancel} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Replace your follow list?' });
  const [first, second] = screen.getAllByRole('button');
  expect(first?.textContent).toBe('Keep 318');
  expect(document.activeElement).toBe(first);
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This one has 4.',
  );
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
  if (second) fireEvent.click(second);
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1]);
});

test('COMPOSE-02 Esc in a dialog over another one, or in a file picker, closes only that', () => {
  const [outer, inner] = [vi.fn(), vi.fn()];
  render(
    <Dialog title="New note" onClose={outer}>
      <input type="file" aria-label="Files" />
      <Dialog title="Drafts" onClose={inner}>
        none
      </Dialog>
    </Dialog>,
  );
  fireEvent(
    screen.getByRole('dialog', { name: 'Drafts' }),
    new Event('cancel', { cancelable: true }),
  );
  expect([inner.mock.calls.length, outer.mock.calls.length]).toEqual([1, 0]);
  fireEvent(screen.getByLabelText('Files'), new Event('cancel', { bubbles: true }));
  expect([inner.mock.calls.length, outer.mock.calls.length]).toEqual([1, 0]);
});

function Nested() {
  return (
    <Dialog title="New note" onClose={() => {}}>
      <input aria-label="Text" />
      <Dialog title="Drafts" onClose={() => {}}>
        <button type="button">A draft</button>
      </Dialog>
    </Dialog>
  );
}

/** Return the titles in the order in which the browser shows them, the last one in front. */
function recordShown(): string[] {
  const shown: string[] = [];
  const { showModal } = HTMLDialogElement.prototype;
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function show(
    this: HTMLDialogElement,
  ) {
    shown.push(this.querySelector('h2')?.textContent ?? '');
    showModal.call(this);
  });
  return shown;
}

test('ACCESS-02 COMPOSE-12 a dialog that opens together with the one around it is in front', () => {
  const shown = recordShown();
  render(<Nested />);
  expect(shown).toEqual(['New note', 'Drafts']);
  expect(document.activeElement?.textContent).toBe('A draft');
});

test('ACCESS-02 COMPOSE-02 a dialog that the browser forced to close comes back behind the next', () => {
  const shown = recordShown();
  render(<Nested />);
  const outer = screen.getByRole('dialog', { name: 'New note' });
  if (outer instanceof HTMLDialogElement) outer.close();
  expect(shown.at(-1)).toBe('Drafts');
  expect(shown.slice(2)).toContain('New note');
  expect([...document.querySelectorAll('dialog')].map(({ open }) => open)).toEqual([true, true]);
  expect(document.activeElement?.textContent).toBe('A draft');
});

test('ACCESS-06 a dialog leaves the room that the keyboard of a touch screen covers', () => {
  const seen = Object.assign(new EventTarget(), { height: 500, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', seen);
  vi.stubGlobal('innerHeight', 844);
  render(<Page />);
  fireEvent.click(screen.getByText('Open'));
  const room = () => screen.getByRole('dialog').style.getPropertyValue('--keyboard');
  seen.dispatchEvent(new Event('resize'));
  expect(room()).toBe('344px');
  Object.assign(seen, { height: 300, scale: 2 });
  seen.dispatchEvent(new Event('resize'));
  expect(room()).toBe('0px');
  vi.unstubAllGlobals();
});

test('ACCESS-02 the next step of a dialog gets the focus that the former step had', async () => {
  function Steps() {
    const [isNext, setNext] = useState(false);
    return (
      <Dialog title="Sign in" onClose={() => {}}>
        {isNext ? (
          <input aria-label="Password" />
        ) : (
          <button type="button" onClick={() => setNext(true)}>
            Next
          </button>
        )}
      </Dialog>
    );
  }
  render(<Steps />);
  fireEvent.click(screen.getByText('Next'));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
});
