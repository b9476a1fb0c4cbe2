import type { KeyboardEvent } from 'react';

/** From the text to its tools, where Tab belongs to the text, as in tables and code; other editors have it, too. */
export const TOOLS_KEY = 'Alt+F10';

/** Hears that key in a field of the text. */
export function goToTools(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F10' || !event.altKey) return;
  event.preventDefault();
  event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')?.focus();
}
