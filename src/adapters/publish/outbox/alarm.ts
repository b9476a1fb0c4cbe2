import type { CallbackActorLogic } from 'xstate';
import { inMillis, minus, type Seconds, toMillis } from '../../../events/core/time.ts';
import type {
  AlarmCommand,
  AlarmSignal,
} from '../../../machines/publish/outbox/schedule.machine.ts';
import { openTabLeader } from '../../core/tab-leader.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

interface AlarmDeps {
  readonly locks: LockManager | undefined;
  readonly now: () => Seconds;
  /** Runs a callback later, in milliseconds. Returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The clock is checked this often, in milliseconds, to detect sleep and a changed clock. */
const LONGEST = 30_000;

/**
 * The schedule's `alarm` port: rings at a time, in one of the open tabs (Web Locks). If that tab
 * closes, another takes over. It tells the time in any tab.
 */
export function alarm({
  locks,
  now,
  after,
}: AlarmDeps): CallbackActorLogic<AlarmCommand, { account: string }> {
  return callbackAdapter<AlarmCommand, { account: string }>(({ input, sendBack, receive }) => {
    let at: Seconds | undefined;
    let isWatched = false;
    let last = now();
    let isLeading = false;
    let cancel = (): void => undefined;
    const look = (): void => {
      cancel();
      if ((at === undefined && !isWatched) || !isLeading) return;
      const left = at === undefined ? LONGEST : inMillis(toMillis(minus(at, now())));
      cancel = after(Math.min(LONGEST, Math.max(0, left)), () => {
        const time = now();
        const isBack = time < last;
        last = time;
        if (isBack) sendBack({ type: 'alarm.clockSetBack', now: time } satisfies AlarmSignal);
        if (at === undefined || at > time) return look();
        at = undefined;
        look();
        sendBack({ type: 'alarm.rung', now: time } satisfies AlarmSignal);
      });
    };
    const lead = openTabLeader(locks, `starling-schedule-${input.account}`, (leading) => {
      isLeading = leading;
      look();
    });
    lead.stand();
    receive((command) => {
      if (command.type === 'alarm.askTime') {
        sendBack({ type: 'alarm.time', now: now() } satisfies AlarmSignal);
        return;
      }
      ({ at, isWatched } = command);
      look();
    });
    return () => {
      cancel();
      lead.resign();
    };
  });
}
