import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { millis, inMillis } from '../../../events/core/time.ts';
import { useStrings } from '../../ui/strings.ts';
import { useZapStrings, type zapEnglish } from '../../ui/strings/zaps.ts';
import { ActionButton } from '../../ui/controls/ActionButton.tsx';

/** How long it is held for the dialog. */
const HOLD = millis(500);

interface ZapActProps {
  /** Sats, as counted. */
  readonly count: number | undefined;
  readonly done: boolean;
  /** A zap is on its way: it is counted, and not settled yet. */
  readonly busy: boolean;
  /** An earlier zap may still arrive (ZAP-07). */
  readonly mayArrive?: boolean;
  /** What one press gives, in words. */
  readonly sum: string;
  /** It would go back to whoever gives it. */
  readonly isOwn?: boolean;
  readonly onZap: () => void;
  readonly onCustom: () => void;
}

/**
 * Zaps with a press; held for half a second, by pointer or by key, or asked for its menu, it opens the dialog (ZAP-01). What is held is no
 * press, and a key that repeats is one press.
 */
export function ZapAct({ count, done, busy, mayArrive = false, sum, isOwn = false, onZap, onCustom }: ZapActProps) {
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

/** Name of a zap button. */
export function zapLabel(
  zap: string,
  { onItsWay, again }: Pick<typeof zapEnglish, 'onItsWay' | 'again'>,
  { isPending, mayArrive }: { readonly isPending: boolean; readonly mayArrive: boolean },
): string {
  if (isPending) return onItsWay;
  return mayArrive ? again.open : zap;
}

/**
 * Swallow the click that ends a hold. Its target is what surrounds both the button and the dialog that opened under the pointer: a row that opens a
 * thread, for one.
 */
function swallowClick(): void {
  const over = new AbortController();
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', stop, { capture: true, signal: over.signal });
  const released = { capture: true, once: true, signal: over.signal };
  // the click follows in the same task
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, () => setTimeout(() => over.abort()), released);
  window.addEventListener('pointerdown', () => over.abort(), released);
}

/** What tells a press from a hold, for a button. */
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
      // the click that browsers make of it would come with every repetition
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
    // a press by a script or a screen reader has no pointer that may have held it
    onClick: ({ detail }: MouseEvent) => {
      stop();
      if (detail === 0 || !held.current) onPress();
      held.current = false;
    },
  };
}
