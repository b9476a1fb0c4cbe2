import { createContext, use, useSyncExternalStore } from 'react';

/** One beat for everything on the screen that says how long ago something was. */
export interface Clock {
  /** Seconds; the same value until the next beat. */
  readonly now: () => number;
  readonly subscribe: (beat: () => void) => () => void;
}

const EVERY = 15_000;

/** A clock that beats only while something listens, and not while the page is hidden. `read` gives milliseconds. */
export function createClock(read: () => number): Clock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let beat = 0;
  const strike = () => {
    if (document.hidden) return;
    beat = Math.floor(read() / 1_000);
    for (const listener of listeners) listener();
  };
  return {
    now: () => (timer === undefined ? Math.floor(read() / 1_000) : beat),
    subscribe: (listener) => {
      if (listeners.size === 0) {
        beat = Math.floor(read() / 1_000);
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

export const ClockContext = createContext<Clock>(createClock(() => Date.now()));

/** What `say` makes of the time; renders again only when its words change. */
export function useClock(say: (now: number) => string): string {
  const clock = use(ClockContext);
  return useSyncExternalStore(clock.subscribe, () => say(clock.now()));
}
