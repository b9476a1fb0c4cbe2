import type { Shortcut } from '../../../events/app/shortcuts.ts';

/** What a key does to a row of a list is what pressing something in it does: the first of these that it has. */
const PRESSES: Partial<Record<Shortcut, readonly string[]>> = {
  // notes and articles are pressed themselves; others lead to what they are about
  open: ['[data-open]', '[data-person]'],
  reply: ['[data-act="reply"]'],
  like: ['[data-act="like"]'],
  repost: ['[data-act="repost"]'],
  quote: ['[data-act="quote"]'],
  bookmark: ['[data-act="bookmark"]'],
  zap: ['[data-act="zap"]'],
  author: [':scope > a[href]', '[data-person]'],
  media: ['button:has(img)'],
  // what is covered, or cut
  unfold: ['button:not([data-act], [aria-haspopup], :has(img))'],
};

export const ROW = 'article[tabindex]';

/** The row that has the focus, or something in it. */
export function currentRow(): HTMLElement | undefined {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? undefined;
}

/** Brings the focus to the row after the current one, or before it; to the first that is in the window where none has it. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`#main ${ROW}`)];
  const row = currentRow();
  const at = row ? rows.indexOf(row) : -1;
  const next = at < 0 ? (rows.find((one) => one.getBoundingClientRect().top >= HEADER - 1) ?? rows[0]) : rows[at + step];
  if (next) moveTo(next);
}
const HEADER = 56;

/** Brings the focus to a row, and the row into the window. */
export function moveTo(row: HTMLElement): void {
  row.focus({ preventScroll: true });
  const { top, bottom } = row.getBoundingClientRect();
  if (top < HEADER || bottom > window.innerHeight) row.scrollIntoView?.({ block: 'start' });
}

/** Presses what stands for that act in a row; false where the row has nothing of the kind. */
export function pressIn(row: HTMLElement, act: Shortcut): boolean {
  const isPressed = act === 'open' && row.dataset['note'] !== undefined;
  const found = PRESSES[act]?.map((selector) => row.querySelector<HTMLElement>(selector)).find((one) => one !== null);
  const control = isPressed ? row : (found ?? (act === 'unfold' ? foldOf(row) : undefined));
  control?.click();
  return control !== undefined && control !== null;
}

/** What hides or shows the replies to a row. */
function foldOf(row: HTMLElement): HTMLElement | null | undefined {
  return row.closest('li')?.querySelector<HTMLElement>(':scope > [data-fold] > button') ?? undefined;
}

/** Shows what is new above a list, where a button offers it. */
export function pressNewNotes(): void {
  document.querySelector<HTMLElement>('#main [role="status"] > button')?.click();
}
