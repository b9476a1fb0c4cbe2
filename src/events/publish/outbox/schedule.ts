import { inSeconds, minus, seconds, type Seconds } from '../../core/time.ts';
import { type OutboxRecord, type OutboxRecords, stateOf } from './outbox.ts';
import type { OutboxRequest } from './outbox-entry.ts';

/**
 * How late a scheduled note is still sent automatically. Loading a page or waking a device takes
 * minutes. Beyond that the user is asked.
 */
export const GRACE = seconds(10 * 60);

/** A note that waits for its time. */
export interface Plan {
  readonly job: string;
  readonly due: Seconds;
  readonly wish: Extract<OutboxRequest, { type: 'event' }>;
}

/** Return the scheduled notes, the next one first. */
export function plansIn(records: OutboxRecords): readonly Plan[] {
  return [...records.values()]
    .flatMap(planOf)
    .toSorted((one, other) => inSeconds(one.due) - inSeconds(other.due));
}

/**
 * Return the notes that failed at their time: not signed, or accepted by no relay. Each is the
 * failed job with the text of its plan, so that it can still be edited. The last one first.
 */
export function refusedIn(records: OutboxRecords): readonly Plan[] {
  const all = [...records.values()];
  const plans = new Map(
    all.flatMap(({ wish, discarded }) =>
      discarded && wish.type === 'event' && wish.due !== undefined && wish.origin !== undefined
        ? [[wish.origin, wish]]
        : [],
    ),
  );
  return all.toReversed().flatMap((record): readonly Plan[] => {
    const { job, wish } = record;
    const state = stateOf(record);
    const plan =
      wish.type === 'event' && wish.due === undefined ? plans.get(wish.origin ?? '') : undefined;
    if (
      wish.type !== 'event' ||
      plan?.due === undefined ||
      (state !== 'unsigned' && state !== 'failed')
    )
      return [];
    return [
      { job, due: plan.due, wish: { ...wish, ...(plan.writing && { writing: plan.writing }) } },
    ];
  });
}

/** True if its time passed while no page was open. The user has to confirm it. */
export function isMissed({ due }: Pick<Plan, 'due'>, now: Seconds): boolean {
  return due < minus(now, GRACE);
}

function planOf(record: OutboxRecord): readonly Plan[] {
  const { job, wish } = record;
  return wish.type === 'event' && wish.due !== undefined && stateOf(record) === 'scheduled'
    ? [{ job, due: wish.due, wish }]
    : [];
}
