import type { Shortcut } from '../../../events/app/shortcuts.ts';

/** A key acts on a row like a press on one of its elements: the first of these that it has. */
const PRESSES: Partial<Record<Shortcut, readonly string[]>> = {
  // notes and articles are pressed themselves; other rows lead to their subject
  open: ['[data-open]', '[data-person]'],
  reply: ['[data-act="reply"]'],
  like: ['[data-act="like"]'],
  repost: ['[data-act="repost"]'],
  quote: ['[data-act="quote"]'],
  bookmark: ['[data-act="bookmark"]'],
  zap: ['[data-act="zap"]'],
  author: [':scope > a[href]', '[data-person]'],
  media: ['button:has(img)'],
  // a hidden or shortened text
  unfold: ['button:not([data-act], [aria-haspopup], :has(img))'],
};

export const ROW = 'article[tabindex]';

/** The row that has the focus, or contains it. */
export function currentRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? undefined;
}

/** The opened note or article, while the window shows it and no control outside has the focus. */
export function openedRow(): HTMLElement | undefined {
  const row = document.querySelector<HTMLElement>('#main [data-opened]') ?? undefined;
  const { activeElement: focus } = document;
  const isFree = !focus || focus === document.body || focus.id === 'main' || row?.contains(focus);
  return isFree ? inWindow(row) : undefined;
}

/**
 * Moves the focus to the row after or before the current one. Without a focused row, the last one
 * that had the focus counts while it is in the window, else the first row in the window is next.
 */
export function moveRow(step: 1 | -1, lastRow: () => HTMLElement | undefined): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`#main ${ROW}`)];
  const row = currentRow() ?? inWindow(lastRow());
  const at = row ? rows.indexOf(row) : -1;
  const next =
    at < 0
      ? (rows.find((one) => one.getBoundingClientRect().top >= HEADER - 1) ?? rows[0])
      : rows[at + step];
  if (next) moveTo(next);
}
const HEADER = 56;

function inWindow(row: HTMLElement | undefined): HTMLElement | undefined {
  const { top, bottom } = row?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > HEADER && top < window.innerHeight ? row : undefined;
}

export function moveTo(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  const { top, bottom } = row.getBoundingClientRect();
  // includes the strip below the header
  const margin = parseFloat(getComputedStyle(row).scrollMarginTop) || HEADER;
  if (top < margin || bottom > window.innerHeight) row.scrollIntoView?.({ block: 'start' });
}

/** Presses the control for that action in a row. False if the row has none. */
export function pressIn(row: HTMLElement, act: Shortcut): boolean {
  const isPressed = act === 'open' && row.dataset['note'] !== undefined;
  const found = PRESSES[act]
    ?.map((selector) => row.querySelector<HTMLElement>(selector))
    .find((one) => one !== null);
  const control = isPressed ? row : (found ?? (act === 'unfold' ? foldOf(row) : undefined));
  control?.click();
  return control !== undefined && control !== null;
}

/** The button that hides or shows the replies to a row. */
function foldOf(row: HTMLElement): HTMLElement | null | undefined {
  return (
    row.closest('li')?.querySelector<HTMLElement>(':scope > [data-fold] > button') ?? undefined
  );
}

/** False for an element that a style hides, or whose ancestor is hidden. */
export function isShown(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? true;
}

/** Presses the Back button of the screen. False if the screen shows none. */
export function pressBack(): boolean {
  const button = document.querySelector<HTMLElement>('#main > header > [data-back]');
  if (!button || !isShown(button)) return false;
  button.click();
  return true;
}

/** Presses the button for new notes above a list, if there is one. */
export function pressNewNotes(): void {
  document.querySelector<HTMLElement>('#main [role="status"] > button')?.click();
}
