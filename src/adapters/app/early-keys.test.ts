// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest';
import { keepEarlyKeys } from '../../../tests/support/views/early-keys.ts';

test('ACCESS-03 early keys are kept until the shortcuts take them; Ctrl+K is not the browser’s', () => {
  onTestFinished(keepEarlyKeys(window));
  const press = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
    );
  expect(press({ key: 'a' })).toBe(true);
  expect(press({ key: 'k', ctrlKey: true })).toBe(false);
  expect(press({ key: 'k', metaKey: true })).toBe(false);
  expect(window.earlyKeys?.map(({ key }) => key)).toEqual(['a', 'k', 'k']);
  window.earlyKeys = undefined;
  expect(press({ key: 'k', ctrlKey: true })).toBe(true);
  expect(window.earlyKeys).toBeUndefined();
});
