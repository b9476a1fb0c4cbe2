import type { CallbackActorLogic, EventObject } from 'xstate';
import type { IdleSignal } from '../../machines/account/keys/idle.machine.ts';
import { INPUTS, PAUSE } from './activity.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

export interface IdleDeps {
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** The wall clock, in milliseconds. It goes on while the device sleeps. */
  readonly now: () => number;
  /** Runs repeatedly. Returns a function that stops it. */
  readonly every: (ms: number, run: () => void) => () => void;
}

const BEAT = 10_000;
/**
 * A longer pause between two beats, in milliseconds, means that the device slept. Browsers slow
 * down timers of hidden pages to one a minute.
 */
const SLEPT = 150_000;

/**
 * The `watch` port of the idle machine: reports activity of the user, at most once in 5 s, and that
 * the device has slept.
 */
export function idleWatch({
  page,
  now,
  every,
}: IdleDeps): CallbackActorLogic<EventObject, undefined> {
  return callbackAdapter<EventObject, undefined>(({ sendBack }) => {
    const report = (signal: IdleSignal): void => sendBack(signal);
    let seen = now();
    let beaten = now();
    const beat = (): void => {
      const slept = now() - beaten > SLEPT;
      beaten = now();
      if (slept) report({ type: 'idle.slept' });
    };
    const see = (): void => {
      // before activity is reported: after sleep, a returning user must not find the account open
      beat();
      // a clock that was set back must not hide activity (E-46)
      if (Math.abs(now() - seen) < PAUSE) return;
      seen = now();
      report({ type: 'idle.seen' });
    };
    const end = every(BEAT, beat);
    for (const input of INPUTS) page.addEventListener(input, see, { passive: true, capture: true });
    return () => {
      end();
      for (const input of INPUTS) page.removeEventListener(input, see, { capture: true });
    };
  });
}
