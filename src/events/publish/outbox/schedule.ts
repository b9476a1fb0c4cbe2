import { inSeconds, minus, seconds, type Seconds } from '../../core/time.ts';
import { type OutboxRecord, type OutboxRecords, stateOf } from './outbox.ts';
import type { Wish } from './outbox-entry.ts';

/** How late a note is still sent by itself: a page that loads, or a device that wakes, costs minutes. What is later is asked about. */
export const GRACE = seconds(10 * 60);

/** A note that waits for its time. */
export interface Plan {
  readonly job: string;
  readonly due: Seconds;
  readonly wish: Extract<Wish, { type: 'event' }>;
}

/** The notes that wait, the next one first. */
export function plansIn(records: OutboxRecords): readonly Plan[] {
  return [...records.values()].flatMap(planOf).toSorted((one, other) => inSeconds(one.due) - inSeconds(other.due));
}

/**
 * Notes that were sent at their time and came to nothing: not signed, or taken by nobody. Each is the job that failed, with the text that it can be
 * edited with, which its plan has: so what is refused is no less at hand than what waits. The last one first.
 */
export function refusedIn(records: OutboxRecords): readonly Plan[] {
  const all = [...records.values()];
  const plans = new Map(
    all.flatMap(({ wish, discarded }) =>
      discarded && wish.type === 'event' && wish.due !== undefined && wish.origin !== undefined ? [[wish.origin, wish]] : [],
    ),
  );
  return all.toReversed().flatMap((record): readonly Plan[] => {
    const { job, wish } = record;
    const state = stateOf(record);
    const plan = wish.type === 'event' && wish.due === undefined ? plans.get(wish.origin ?? '') : undefined;
    if (wish.type !== 'event' || plan?.due === undefined || (state !== 'unsigned' && state !== 'failed')) return [];
    return [{ job, due: plan.due, wish: { ...wish, ...(plan.writing && { writing: plan.writing }) } }];
  });
}

/** Whether its time went by while no page was open: it is not sent before somebody says so. */
export function isMissed({ due }: Pick<Plan, 'due'>, now: Seconds): boolean {
  return due < minus(now, GRACE);
}

function planOf(record: OutboxRecord): readonly Plan[] {
  const { job, wish } = record;
  return wish.type === 'event' && wish.due !== undefined && stateOf(record) === 'scheduled' ? [{ job, due: wish.due, wish }] : [];
}
