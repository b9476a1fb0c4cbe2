import { isInputMethodKey } from './input-method.ts';

/** Text typed since the composer was opened, until its field can take it. */
let typed = '';

/** True for a letter or another sign, as it would be typed into a field. */
export function isText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  return (
    /^.$/u.test(key) && ((!ctrlKey && !metaKey && !altKey) || event.getModifierState('AltGraph'))
  );
}

/** Keep the key for the composer's field. Returns false if the key writes nothing. */
export function keepTyped(event: KeyboardEvent): boolean {
  if (isInputMethodKey(event)) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  if (isText(event)) typed += key;
  else if (ctrlKey || metaKey || altKey) return false;
  else if (key === 'Enter') typed += '\n';
  else if (key === 'Backspace') typed = [...typed].slice(0, -1).join('');
  else return false;
  return true;
}

export function forgetTyped(): void {
  typed = '';
}

/** Return the kept text once. `undefined`: the user pressed Escape, and wants no composer. */
export function takeTyped(): string | undefined {
  const isCancelled = !keepEarlyTyped();
  const text = typed;
  forgetTyped();
  return isCancelled ? undefined : text;
}

/**
 * Keep the keys pressed since the composer was opened, before the shortcuts were loaded. Returns
 * false if one of them is Escape. `from`: index of the first key, if a key opened the composer.
 */
export function keepEarlyTyped(from = openingPress(window.earlyKeys)): boolean {
  const keys = window.earlyKeys?.slice(from) ?? [];
  if (window.earlyKeys) window.earlyKeys = [];
  if (keys.some(({ key }) => key === 'Escape')) {
    forgetTyped();
    return false;
  }
  for (const key of keys) keepTyped(key);
  return true;
}

/**
 * Return the index of the first key after the press of the button that opened the composer. The
 * button has had the focus since then, except in Safari. Enter and Space may have pressed it.
 */
function openingPress(early: readonly KeyboardEvent[] = []): number {
  const { activeElement } = document;
  // the keys of an open composer are in its field
  if (isField(activeElement)) return early.length;
  const before = early.findLastIndex(({ target }) => target !== activeElement);
  const first = early[before + 1]?.key ?? '';
  return before + (activeElement !== document.body && /^(?:Enter| )$/.test(first) ? 2 : 1);
}

export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}
