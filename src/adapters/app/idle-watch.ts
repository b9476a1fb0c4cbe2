import { type CallbackActorLogic, type EventObject, fromCallback } from 'xstate';
import type { IdleSignal } from '../../machines/account/keys/idle.machine.ts';
import { INPUTS, PAUSE } from './activity.ts';

export interface IdleDeps {
  /** Where inputs are heard. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  /** The clock on the wall, in milliseconds: it goes on while the device sleeps. */
  readonly now: () => number;
  /** Runs again and again; gives back how to end that. */
  readonly every: (ms: number, run: () => void) => () => void;
}

const BEAT = 10_000;
/** Milliseconds between two beats. Browsers slow the timers of hidden pages down to one a minute; what takes longer was sleep. */
const SLEPT = 150_000;

/** The `watch` port of who is away: says that a person is there, at most once in 5 s, and that the device has slept. */
export function idleWatch({ page, now, every }: IdleDeps): CallbackActorLogic<EventObject, undefined> {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    const report = (signal: IdleSignal): void => sendBack(signal);
    let seen = now();
    let beaten = now();
    const beat = (): void => {
      const slept = now() - beaten > SLEPT;
      beaten = now();
      if (slept) report({ type: 'idle.slept' });
    };
    const see = (): void => {
      // before it is said that somebody is there: who comes back to a device that slept is one of those who must not find it open
      beat();
      // a clock that was set back is no reason to see nobody (E-46)
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
