declare global {
  interface Window {
    /** Keys, and clicks on buttons, before the shortcuts were loaded. `undefined` from then on. */
    earlyKeys?: EarlyPress[] | undefined;
  }
}

/** A click has no `key`. */
export type EarlyPress = KeyboardEvent | (MouseEvent & { readonly key?: undefined });

/**
 * Keep the keys for the command palette and the composer, whose code loads after the first notes,
 * and the presses of buttons, one of which may open the composer (INV-NO-LOSS).
 */
export function keepEarlyKeys(page: Window): void {
  page.earlyKeys = [];
  const keep = (event: EarlyPress): void => {
    const { key, target } = event;
    if (
      target instanceof Element &&
      (key || target.closest('button')) &&
      page.earlyKeys?.push(event) &&
      // the browser would open its own search, or scroll the page below the coming composer
      (key === 'k'
        ? event.ctrlKey || event.metaKey
        : key === ' ' &&
          target.matches('body,article') &&
          page.earlyKeys.some((one) => 'nqr'.includes(one.key ?? 'n')))
    )
      event.preventDefault();
  };
  page.addEventListener('keydown', keep);
  page.addEventListener('click', keep, true);
}
