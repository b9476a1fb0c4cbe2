import { type CallbackActorLogic, type EventObject, fromCallback } from 'xstate';
import type { ActivitySignal } from '../../machines/app/activity.machine.ts';

/** By what a person shows to be there. */
export const INPUTS = ['mousemove', 'mousedown', 'scroll', 'wheel', 'keydown', 'touchstart'] as const;
/** Sleep is counted in minutes; a signal every few seconds tells it enough. Milliseconds. */
export const PAUSE = 5_000;

/** The `watch` port: says that a person is there (ACTIVITY-01), at most once in 5 s; also when they come back to the tab. */
export function activityWatch(page: Window): CallbackActorLogic<EventObject, undefined> {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    let pause: number | undefined;
    const look = (): void => {
      pause = undefined;
      for (const input of INPUTS) page.addEventListener(input, see, { passive: true, capture: true });
    };
    // until the next signal nobody listens: a page that is scrolled is busy enough
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
