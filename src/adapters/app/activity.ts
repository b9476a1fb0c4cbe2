import type { CallbackActorLogic, EventObject } from 'xstate';
import type { ActivitySignal } from '../../machines/app/activity.machine.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

/** Events that count as activity. */
export const INPUTS = [
  'mousemove',
  'mousedown',
  'scroll',
  'wheel',
  'keydown',
  'touchstart',
] as const;
/**
 * Minimum time between two signals, in milliseconds. Idle times are counted in minutes, so a signal
 * every few seconds is enough.
 */
export const PAUSE = 5_000;

/**
 * The `watch` port: reports activity of the user (ACTIVITY-01), at most once in 5 s, and when they
 * return to the tab.
 */
export function activityWatch(page: Window): CallbackActorLogic<EventObject, undefined> {
  return callbackAdapter<EventObject, undefined>(({ sendBack }) => {
    let pause: number | undefined;
    const look = (): void => {
      pause = undefined;
      for (const input of INPUTS)
        page.addEventListener(input, see, { passive: true, capture: true });
    };
    // the listeners are removed until the next signal: a scrolling page is busy enough
    const rest = (): void => {
      for (const input of INPUTS) page.removeEventListener(input, see, { capture: true });
    };
    const see = (): void => {
      if (pause !== undefined) return;
      rest();
      pause = page.setTimeout(look, PAUSE);
      sendBack({ type: 'activity.seen' } satisfies ActivitySignal);
    };
    const turn = (): void => {
      if (page.document.visibilityState === 'visible') see();
    };
    look();
    page.document.addEventListener('visibilitychange', turn);
    return () => {
      rest();
      page.clearTimeout(pause);
      page.document.removeEventListener('visibilitychange', turn);
    };
  });
}
