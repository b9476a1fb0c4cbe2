import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { millis, inMillis } from '../../../events/core/time.ts';
import { useStrings } from '../../ui/strings.ts';
import { useZapStrings, type zapEnglish } from '../../ui/strings/zaps.ts';
import { ActionButton } from '../../ui/controls/ActionButton.tsx';

/** Hold time that opens the dialog. */
const HOLD = millis(500);

interface ZapActProps {
  /** Displayed sats. */
  readonly count: number | undefined;
  readonly done: boolean;
  /** True if a zap is pending: it is counted, but not settled yet. */
  readonly busy: boolean;
  /** True if an earlier zap may still arrive (ZAP-07). */
  readonly mayArrive?: boolean;
  /** The amount of one press, in words. */
  readonly sum: string;
  /** True if the zap would go to the user's own account. */
  readonly isOwn?: boolean;
  readonly onZap: () => void;
  readonly onCustom: () => void;
}

/**
 * Zaps on a press. A hold of half a second by pointer or key, or the menu key, opens the dialog
 * (ZAP-01). A hold is no press, and a repeating key is one press.
 */
export function ZapAct({
  count,
  done,
  busy,
  mayArrive = false,
  sum,
  isOwn = false,
  onZap,
  onCustom,
}: ZapActProps) {
  const { note } = useStrings();
  const words = useZapStrings();
  const hold = useHold(onZap, onCustom);
  return (
    <ActionButton
      icon="zap"
      label={zapLabel(note.zap, words, { isPending: busy, mayArrive })}
      title={isOwn ? words.own : mayArrive ? words.again.open : words.more(sum)}
      aria-disabled={isOwn || undefined}
      count={count}
      done={done}
      busy={busy || mayArrive}
      tone="zapped"
      {...hold}
    />
  );
}

/** Return the name of a zap button. */
export function zapLabel(
  zap: string,
  { onItsWay, again }: Pick<typeof zapEnglish, 'onItsWay' | 'again'>,
  { isPending, mayArrive }: { readonly isPending: boolean; readonly mayArrive: boolean },
): string {
  if (isPending) return onItsWay;
  return mayArrive ? again.open : zap;
}

/**
 * Swallow the click that ends a hold. Its target is an ancestor of the button and of the dialog
 * under the pointer. For example, a row would open its thread.
 */
function swallowClick(): void {
  const over = new AbortController();
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', stop, { capture: true, signal: over.signal });
  const released = { capture: true, once: true, signal: over.signal };
  // The click follows in the same task.
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, () => setTimeout(() => over.abort()), released);
  window.addEventListener('pointerdown', () => over.abort(), released);
}

/** Return event handlers that distinguish a press of a button from a hold. */
export function useHold(onPress: () => void, onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = (isPointed: boolean) => {
    stop();
    timer.current = setTimeout(() => {
      held.current = true;
      timer.current = undefined;
      if (isPointed) swallowClick();
      onHeld();
    }, inMillis(HOLD));
  };
  const isPressed = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      held.current = false;
      if (button === 0) begin(true);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onBlur: stop,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isPressed(event)) return;
      // Browsers would send a click for every repetition.
      event.preventDefault();
      if (!event.repeat) begin(false);
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isPressed(event)) return;
      event.preventDefault();
      const isShort = timer.current !== undefined;
      stop();
      held.current = false;
      if (isShort) onPress();
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      stop();
      if (!held.current) onHeld();
      held.current = true;
    },
    // A click without a pointer, by a script or a screen reader, cannot end a hold.
    onClick: ({ detail }: MouseEvent) => {
      stop();
      if (detail === 0 || !held.current) onPress();
      held.current = false;
    },
  };
}
