declare global {
  interface Window {
    /** Keys pressed before the shortcuts were loaded. `undefined` from then on. */
    earlyKeys?: KeyboardEvent[] | undefined;
  }
}

/** Keep the keys for the command palette, whose code loads after the first notes (INV-NO-LOSS). */
export function keepEarlyKeys(page: Window): void {
  page.earlyKeys = [];
  page.addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, key } = event;
    // the browser would open its own search
    if (page.earlyKeys?.push(event) && (ctrlKey || metaKey) && key === 'k') event.preventDefault();
  });
}
