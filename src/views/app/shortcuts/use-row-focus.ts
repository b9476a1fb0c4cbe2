import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { ROW } from '../../ui/navigation/row-keys.ts';

/** Frames in which a list may draw its rows again after going back. */
const MOST_FRAMES = 60;

/**
 * Return the focus to the note that last had it in this history entry, as soon as the list draws it
 * (ROUTE-23). Returns a function that finds this note.
 */
export function useRowFocus(): () => HTMLElement | undefined {
  const { key } = useLocation();
  const notes = useRef(new Map<string, string>());
  const lastRow = () =>
    [...document.querySelectorAll<HTMLElement>(`#main ${ROW}`)].find(
      ({ dataset }) => dataset['note'] !== undefined && dataset['note'] === notes.current.get(key),
    );
  const find = useEffectEvent(lastRow);
  useEffect(() => {
    const all = notes.current;
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>(`#main ${ROW}`) : null;
      const note = row?.dataset['note'];
      if (note !== undefined) all.set(key, note);
    };
    const look = (left: number) => {
      if (left === 0 || !hasNoFocus()) return;
      const row = find();
      if (row) row.focus({ preventScroll: true });
      else frame.id = requestAnimationFrame(() => look(left - 1));
    };
    const frame = { id: 0 };
    if (all.has(key)) look(MOST_FRAMES);
    document.addEventListener('focusin', remember);
    return () => {
      cancelAnimationFrame(frame.id);
      document.removeEventListener('focusin', remember);
    };
  }, [key]);
  return lastRow;
}

/** True unless the user has moved the focus into the screen. */
function hasNoFocus(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.id === 'main';
}
