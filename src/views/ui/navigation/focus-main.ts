/** Focuses a screen if the previous screen had the focus (ACCESS-02). */
export function focusMain(main: HTMLElement | null): void {
  if (document.activeElement === document.body) main?.focus({ preventScroll: true });
}
