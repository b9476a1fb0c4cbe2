import { createContext, use, useSyncExternalStore } from 'react';
import { type Millis, type Seconds, seconds, toSeconds } from '../../../events/core/time.ts';
import { nowMillis } from './now.ts';

/** One beat for everything on the screen that says how long ago something was. */
export interface Clock {
  /** The same value until the next beat. */
  readonly now: () => Seconds;
  readonly subscribe: (beat: () => void) => () => void;
}

const EVERY = 15_000;

/** A clock that beats only while something listens, and not while the page is hidden. `read` is asked for the time. */
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

/** What `say` makes of the time; renders again only when its words change. */
export function useClock(say: (now: Seconds) => string): string {
  const clock = use(ClockContext);
  return useSyncExternalStore(clock.subscribe, () => say(clock.now()));
}
