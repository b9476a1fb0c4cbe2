declare global {
  interface Window {
    /** Keys pressed before the shortcuts were loaded. `undefined` from then on. */
    earlyKeys?: KeyboardEvent[] | undefined;
  }
}

/**
 * Keep the keys for the command palette and the composer, whose code loads after the first notes
 * (INV-NO-LOSS).
 */
export function keepEarlyKeys(page: Window): void {
  page.earlyKeys = [];
  page.addEventListener('keydown', (event) => {
    // the browser would open its own search
    if (page.earlyKeys?.push(event) && (event.ctrlKey || event.metaKey) && event.key === 'k')
      event.preventDefault();
  });
}
