import { useEffect, useEffectEvent, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import styles from './pick.module.css';
import { drawnBy } from './drawn-by.ts';

/** The chosen element: the actors behind it, and the id of the note around it. */
export interface Picked {
  readonly refs: readonly AnyActorRef[];
  readonly note: string | undefined;
}

/** Pointer events of a press, none of which reach the page. */
const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick'] as const;

/**
 * Let the user choose an element of the inspected tab by a press, which the page does not receive.
 * The pointer outlines the element. Escape in the tab cancels. A docked inspector is no part of the
 * page.
 */
export function usePagePick(onPick: (picked: Picked) => void) {
  const [isPicking, setPicking] = useState(false);
  const pick = useEffectEvent((element: Element) => {
    setPicking(false);
    const note = element.closest<HTMLElement>('[data-note]')?.dataset['note'];
    onPick({ refs: drawnBy(element), note });
  });
  useEffect(() => {
    if (!isPicking) return undefined;
    const frame = document.createElement('div');
    frame.className = styles.frame ?? '';
    document.body.append(frame);
    const outline = (event: PointerEvent) => {
      const box = elementOf(event)?.getBoundingClientRect();
      frame.hidden = !box;
      if (!box) return;
      const { left, top, width, height } = box;
      Object.assign(frame.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    };
    const press = (event: Event) => {
      const element = elementOf(event);
      if (!element) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type === 'click') pick(element);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setPicking(false);
    };
    addEventListener('pointermove', outline, { capture: true });
    addEventListener('keydown', leave, { capture: true });
    for (const type of PRESSES) addEventListener(type, press, { capture: true });
    return () => {
      frame.remove();
      removeEventListener('pointermove', outline, { capture: true });
      removeEventListener('keydown', leave, { capture: true });
      for (const type of PRESSES) removeEventListener(type, press, { capture: true });
    };
  }, [isPicking]);
  return { isPicking, toggle: () => setPicking(!isPicking), stop: () => setPicking(false) };
}

/** Return the element under the pointer, if it is one of the page. */
function elementOf({ target }: Event): Element | undefined {
  return target instanceof Element && !target.closest('[data-inspector]') ? target : undefined;
}
