import { type RefObject, useEffect, useEffectEvent } from 'react';

interface Rest {
  /** A mouse or the keyboard's focus came to rest inside. */
  readonly onRest: (how: 'pointer' | 'focus') => void;
  readonly onLeave: () => void;
}

/**
 * Watches whether a pointer or the focus rests on a part of the page. Moving the focus within it
 * does not count as leaving.
 */
export function useHoverOrFocus(
  part: RefObject<HTMLElement | null>,
  { onRest, onLeave }: Rest,
): void {
  const rest = useEffectEvent(onRest);
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    const box = part.current;
    if (!box) return undefined;
    const listeners: readonly [string, (event: Event) => void][] = [
      ['pointerenter', () => rest('pointer')],
      ['pointerleave', () => leave()],
      ['focusin', () => rest('focus')],
      [
        'focusout',
        (event) =>
          event instanceof FocusEvent &&
          event.relatedTarget instanceof Node &&
          box.contains(event.relatedTarget)
            ? undefined
            : leave(),
      ],
    ];
    for (const [name, listener] of listeners) box.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) box.removeEventListener(name, listener);
    };
  }, [part]);
}
