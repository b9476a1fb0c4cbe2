import { currentRow, moveTo, ROW } from './row-keys.ts';

/**
 * Moves the focus to the parent of the current row of a conversation, or to a sibling: the next or
 * previous reply to that parent (THREAD-01). Replies are nested lists, each below its parent. In
 * the ancestors above the opened note each row answers the one before it.
 */
export function moveInThread(to: 'parent' | 'nextSibling' | 'previousSibling'): void {
  const row = currentRow();
  const thread = row?.closest('[data-thread]');
  if (!row || !thread) return;
  const rows = [...thread.querySelectorAll<HTMLElement>(ROW)];
  const item = row.closest('li');
  const list = item?.closest('[data-line]') ? undefined : item?.parentElement;
  const first = list?.querySelector<HTMLElement>(ROW) ?? row;
  const beside = to === 'nextSibling' ? item?.nextElementSibling : item?.previousElementSibling;
  const next =
    to === 'parent' ? rows[rows.indexOf(first) - 1] : beside?.querySelector<HTMLElement>(ROW);
  if (next) moveTo(next);
}
