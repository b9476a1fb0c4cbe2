import { isInputMethodKey } from './input-method.ts';

/** A key, or a click, which has no `key`, from before the shortcuts were loaded. */
export type EarlyPress = NonNullable<Window['earlyKeys']>[number];

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
 * Keep the keys pressed since a button opened the composer, before the shortcuts were loaded.
 * Returns false if the user pressed Escape since then, which leaves the keys after it.
 */
export function keepEarlyTyped(): boolean {
  const early = earlyPresses();
  const left = sinceEscape(early);
  const isCancelled = left.length < early.length && !left.some(isClick);
  if (isCancelled) forgetTyped();
  else for (const press of sinceOpening(left)) if (!isClick(press)) keepTyped(press);
  if (window.earlyKeys) window.earlyKeys = isCancelled ? [...left] : [];
  return !isCancelled;
}

/** Return the presses after the last Escape, which cancels those before it. */
export function sinceEscape(early: readonly EarlyPress[]): readonly EarlyPress[] {
  return early.slice(early.findLastIndex(({ key }) => key === 'Escape') + 1);
}

/** Return the early presses outside of fields and dialogs, which have taken theirs. */
export function earlyPresses(): readonly EarlyPress[] {
  return (window.earlyKeys ?? []).filter(
    ({ target }) => !isField(target) && !(target instanceof Element && target.closest('dialog')),
  );
}

export function isClick(press: EarlyPress): press is EarlyPress & { readonly key?: undefined } {
  return press.key === undefined;
}

/**
 * Return the presses after the click that opened the composer. Enter and Space click its button
 * again while it has the focus.
 */
function sinceOpening(early: readonly EarlyPress[]): readonly EarlyPress[] {
  const button = buttonOf(early.findLast(isClick));
  const before = early.findLastIndex((one) => isClick(one) && buttonOf(one) !== button);
  const at = early.findIndex((one, index) => index > before && isClick(one));
  return at < 0 ? [] : early.slice(at + 1);
}

function buttonOf(press: EarlyPress | undefined): Element | null {
  return press?.target instanceof Element ? press.target.closest('button') : null;
}

export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}
