/** Gives a screen the focus that the one before took with it (ACCESS-02). */
export function focusMain(main: HTMLElement | null): void {
  if (document.activeElement === document.body) main?.focus({ preventScroll: true });
}
