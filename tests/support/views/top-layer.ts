import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

/**
 * jsdom supports dialogs and popovers but cannot show them. Add enough for focus, Esc, roles and
 * closing. Return a function that removes it.
 */
export function installTopLayer(): () => void {
  const dialog = HTMLDialogElement.prototype;
  const element = HTMLElement.prototype;
  const before = { showModal: dialog.showModal, close: dialog.close };
  const { showPopover, togglePopover } = element;
  dialog.showModal = function showModal(this: HTMLDialogElement) {
    this.setAttribute('open', '');
  };
  dialog.close = function close(this: HTMLDialogElement) {
    this.removeAttribute('open');
    this.dispatchEvent(new Event('close'));
  };
  element.showPopover = function show(this: HTMLElement) {
    this.style.display = 'block';
  };
  element.togglePopover = function toggle(this: HTMLElement) {
    this.style.display = 'block';
    return true;
  };
  return () => {
    Object.assign(dialog, before);
    Object.assign(element, { showPopover, togglePopover });
  };
}

/** The same for each test of a file, with the page emptied after it. */
export function withTopLayer(): void {
  let undo: () => void = () => undefined;
  beforeEach(() => {
    undo = installTopLayer();
  });
  afterEach(async () => {
    cleanup();
    undo();
    // the last closed element updates the history a moment later, while the page exists
    await new Promise((resolve) => setTimeout(resolve));
  });
}
