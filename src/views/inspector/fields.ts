import type { KeyboardEvent } from 'react';

/** True if keys are typed into the element. An own window has classes of its own. */
export function isField(target: EventTarget): boolean {
  return 'tagName' in target && /^(INPUT|SELECT|TEXTAREA)$/.test(String(target.tagName));
}

/** Empty the search field that Escape was pressed in. Return false if it has no text. */
export function clearField(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!isSearch(target) || target.value === '') return false;
  // the browser would do it too, and the change would come twice
  event.preventDefault();
  // React notices only changes that pass its own setter by
  Reflect.set(Object.getPrototypeOf(target), 'value', '', target);
  target.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

function isSearch(target: EventTarget): target is HTMLInputElement {
  return isField(target) && 'type' in target && target.type === 'search';
}
