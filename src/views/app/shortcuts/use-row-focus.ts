import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { ROW } from '../../ui/navigation/row-keys.ts';

const LINK = 'a[href]:not([tabindex="-1"])';

/**
 * Return the focus to the row that last had it in this history entry, as soon as the list draws it
 * (ROUTE-23). Outside of rows a link is remembered: a conversation, a section of the settings.
 * Returns a function that finds this element.
 */
export function useRowFocus(): () => HTMLElement | undefined {
  const { key } = useLocation();
  const names = useRef(new Map<string, string>());
  const lastRow = () => {
    const name = names.current.get(key);
    return name === undefined
      ? undefined
      : [...document.querySelectorAll<HTMLElement>(`#main :is(${ROW}, ${LINK})`)].find(
          (one) => nameOf(one) === name,
        );
  };
  const find = useEffectEvent(lastRow);
  useEffect(() => {
    const all = names.current;
    const remember = ({ target }: Pick<FocusEvent, 'target'>) => {
      const place =
        target instanceof Element
          ? target.closest<HTMLElement>(`#main :is(${ROW}, ${LINK})`)
          : null;
      const row = place?.closest<HTMLElement>(ROW) ?? place;
      if (row) all.set(key, nameOf(row));
    };
    document.addEventListener('focusin', remember);
    // this code may load after the first focus
    if (document.activeElement) remember({ target: document.activeElement });
    const stop = all.has(key) ? focusWhenDrawn(() => find()) : undefined;
    return () => {
      stop?.();
      document.removeEventListener('focusin', remember);
    };
  }, [key]);
  return lastRow;
}

/** The id of a row. For rows without an id, and for links, the first address in them. */
function nameOf(row: HTMLElement): string {
  const { note, row: id } = row.dataset;
  const link = row.matches(LINK) ? row : row.querySelector('a[href]');
  return note ?? id ?? link?.getAttribute('href') ?? '';
}

/**
 * Keeps the focus on the element until the user presses something. A list may draw its rows long
 * after its screen, and draw them again with each answer. Returns a function that ends this.
 */
function focusWhenDrawn(find: () => HTMLElement | undefined): () => void {
  const begun = document.activeElement;
  const look = () => {
    if (isFree(begun)) find()?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  const acts = ['keydown', 'pointerdown'] as const;
  const stop = () => {
    watch.disconnect();
    for (const act of acts) document.removeEventListener(act, stop, true);
  };
  for (const act of acts) document.addEventListener(act, stop, true);
  watch.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
}

/**
 * True unless the focus is in the screen, beside it, or in a box over it, or has moved elsewhere
 * without a key, as with a screen reader.
 */
function isFree(begun: Element | null): boolean {
  const now = document.activeElement;
  const isMoved = now !== begun && now !== document.body && now?.id !== 'main';
  return !isMoved && !now?.closest('#main > *, aside, dialog, [popover]');
}
