import { createContext, use, useSyncExternalStore } from 'react';
import { type Millis, type Seconds, seconds, toSeconds } from '../../../events/core/time.ts';
import { nowMillis } from './now.ts';

/** One timer for all relative times on the screen. */
export interface Clock {
  /** The same value until the next beat. */
  readonly now: () => Seconds;
  readonly subscribe: (beat: () => void) => () => void;
}

const EVERY = 15_000;

/**
 * A clock that ticks only while it has listeners, and not while the page is hidden. `read` returns
 * the time.
 */
export function createClock(read: () => Millis): Clock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let beat = seconds(0);
  const strike = () => {
    if (document.hidden) return;
    beat = toSeconds(read());
    for (const listener of listeners) listener();
  };
  return {
    now: () => (timer === undefined ? toSeconds(read()) : beat),
    subscribe: (listener) => {
      if (listeners.size === 0) {
        beat = toSeconds(read());
        timer = setInterval(strike, EVERY);
        document.addEventListener('visibilitychange', strike);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
        document.removeEventListener('visibilitychange', strike);
      };
    },
  };
}

export const ClockContext = createContext<Clock>(createClock(nowMillis));

/** Returns the result of `say` for the current time. Renders again only when the text changes. */
export function useClock(say: (now: Seconds) => string): string {
  const clock = use(ClockContext);
  return useSyncExternalStore(clock.subscribe, () => say(clock.now()));
}
