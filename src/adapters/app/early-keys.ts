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
    if (page.earlyKeys?.push(event) && isPaletteKey(event)) event.preventDefault();
  });
}

/** Return `true` for Ctrl+K and Cmd+K, which browsers use for their own search. */
export function isPaletteKey({ ctrlKey, metaKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key === 'k';
}
