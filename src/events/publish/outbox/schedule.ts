import { inSeconds, minus, seconds, type Seconds } from '../../core/time.ts';
import { type OutboxRecord, type OutboxRecords, stateOf } from './outbox.ts';
import type { Draft } from '../../nostr/event.ts';
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
  return jobsFromPlans(records)
    .toReversed()
    .flatMap(({ record, wish, plan }): readonly Plan[] => {
      const state = stateOf(record);
      if (state !== 'unsigned' && state !== 'failed') return [];
      return [{ job: record.job, due: plan.due, wish }];
    });
}

/** Reasons of the session for a key that was not opened. The user may still open it. */
const CLOSED_KEY: ReadonlySet<string> = new Set([
  'pin.missing',
  'pin.unasked',
  'key.locked',
  'key.unopened',
]);

/**
 * Return the notes that wait for the key: it was closed at their time, and was not opened. A text
 * that was edited since belongs to its composer. A note that the user sent was dismissed by them.
 */
export function lockedIn(records: OutboxRecords): readonly Plan[] {
  return jobsFromPlans(records).flatMap(({ record, wish, plan }): readonly Plan[] => {
    const { job, template, refusal } = record;
    const isLocked = stateOf(record) === 'unsigned' && CLOSED_KEY.has(refusal?.code ?? '');
    return isLocked &&
      isTimely(plan, template?.created_at ?? plan.due) &&
      isSameDraft(plan.draft, wish.draft)
      ? [{ job, due: plan.due, wish }]
      : [];
  });
}

/** True if the job publishes a scheduled note. */
export function isFromPlan(records: OutboxRecords, job: string): boolean {
  return jobsFromPlans(records).some(({ record }) => record.job === job);
}

/** Return the job itself, or the plan that it replaced at its time. */
export function planBehind(records: OutboxRecords, job: string): OutboxRecord | undefined {
  const begun = jobsFromPlans(records).find(({ record }) => record.job === job);
  return records.get(begun?.plan.job ?? job);
}

/** A note that was begun at its time and is not signed. `plan`: the job of its plan. */
export interface Unsigned extends Plan {
  readonly plan: string;
  /** True if it was begun at its time, so not by the user before or after that. */
  readonly isAutomatic: boolean;
}

/**
 * Return the notes that a page began to publish and has not signed. If that page is gone, no tab
 * continues them, because a signature is only requested by the tab that began.
 */
export function unsignedIn(records: OutboxRecords): readonly Unsigned[] {
  return jobsFromPlans(records)
    .flatMap(({ record, wish, plan }): readonly Unsigned[] => {
      if (stateOf(record) !== 'drafted') return [];
      const { due } = plan;
      const begun = record.template?.created_at ?? due;
      const isAutomatic = isTimely({ due }, begun);
      return [{ job: record.job, due, wish, plan: plan.job, isAutomatic }];
    })
    .toSorted((one, other) => inSeconds(one.due) - inSeconds(other.due));
}

/** Return the jobs that replaced a plan at its time, each with that plan and its text. */
function jobsFromPlans(records: OutboxRecords) {
  const all = [...records.values()];
  const plans = new Map(
    all.flatMap(({ job, wish, discarded }) =>
      discarded && wish.type === 'event' && wish.due !== undefined && wish.origin !== undefined
        ? [[wish.origin, { job, due: wish.due, writing: wish.writing, draft: wish.draft }] as const]
        : [],
    ),
  );
  return all.flatMap((record) => {
    const { wish } = record;
    if (wish.type !== 'event' || wish.due !== undefined) return [];
    const plan = plans.get(wish.origin ?? '');
    if (!plan) return [];
    const { writing } = plan;
    return [{ record, plan, wish: writing ? { ...wish, writing } : wish }];
  });
}

/** True if its time passed while no page was open. The user has to confirm it. */
export function isMissed({ due }: Pick<Plan, 'due'>, now: Seconds): boolean {
  return due < minus(now, GRACE);
}

function isTimely(plan: Pick<Plan, 'due'>, begun: Seconds): boolean {
  return begun >= plan.due && !isMissed(plan, begun);
}

function isSameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function planOf(record: OutboxRecord): readonly Plan[] {
  const { job, wish } = record;
  return wish.type === 'event' && wish.due !== undefined && stateOf(record) === 'scheduled'
    ? [{ job, due: wish.due, wish }]
    : [];
}
