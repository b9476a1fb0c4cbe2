import { inSeconds, minus, seconds, type Seconds } from '../time.ts';
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

/** Whether its time went by while no page was open: it is not sent before somebody says so. */
export function isMissed({ due }: Pick<Plan, 'due'>, now: Seconds): boolean {
  return due < minus(now, GRACE);
}

function planOf(record: OutboxRecord): readonly Plan[] {
  const { job, wish } = record;
  return wish.type === 'event' && wish.due !== undefined && stateOf(record) === 'scheduled' ? [{ job, due: wish.due, wish }] : [];
}
