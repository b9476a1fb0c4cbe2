import type { KeyboardEvent } from 'react';

/**
 * Moves from the text to its tools, because Tab is used in tables and code. Other editors use the
 * same key.
 */
export const TOOLS_KEY = 'Alt+F10';

/** Handle that key in a field of the text. */
export function goToTools(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'F10' || !event.altKey) return;
  event.preventDefault();
  event.currentTarget
    .closest('section')
    ?.querySelector<HTMLElement>('[role="toolbar"] [tabindex="0"]')
    ?.focus();
}
