import type { AnyActorRef } from 'xstate';
import {
  jobFrom,
  failureOf,
  jobOf,
  type OutboxRecord,
  stateOf,
  withWaiting,
} from '../../../events/publish/outbox/outbox.ts';
import type {
  OutboxEntryDraft,
  OutboxRequest,
} from '../../../events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../../events/publish/outbox/event-template.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { isDormant, type OutboxContext } from './outbox-context.ts';
import type {
  OutboxUpdate,
  OutboxCommand,
  PublishCommand,
  WrapCopy,
} from '../../core/outbox-protocol.ts';

interface Enqueue {
  readonly assign: (change: Partial<Pick<OutboxContext, 'watchers' | 'extras'>>) => void;
  readonly raise: (event: Extract<OutboxCommand, { type: 'outbox.retry' }>) => void;
  readonly sendTo: (to: AnyActorRef, news: OutboxUpdate) => void;
}

/** Send the current state of a job, then every change. */
export function subscribe(
  { assign: note, sendTo: tell }: Enqueue,
  { watchers }: OutboxContext,
  record: OutboxRecord,
  from: AnyActorRef,
  request?: string,
): void {
  note({ watchers: new Map(watchers).set(record.job, from) });
  tell(from, { type: 'outbox.jobCreated', job: record.job, request });
  tell(from, { type: 'outbox.jobChanged', record });
}

/** A unique action was ordered again: follow its running job, or resume its failed job. */
export function retryJob(
  enqueue: Enqueue,
  context: OutboxContext,
  job: string,
  order: PublishCommand,
): void {
  const { request, from, now, hold = millis(0), about = [], isUnattended = false } = order;
  const record = context.records.get(job);
  // a scheduled note was scheduled again, unchanged
  const isWaiting = record !== undefined && stateOf(record) === 'scheduled';
  if (record && (isWaiting || !isDormant(record, context))) {
    if (from) subscribe(enqueue, context, record, from, request);
    return;
  }
  if (from) enqueue.sendTo(from, { type: 'outbox.jobCreated', job, request });
  if (!record) {
    // it is being written, so the new caller also receives its news
    if (from) enqueue.assign({ watchers: new Map(context.watchers).set(job, from) });
    return;
  }
  enqueue.assign({ extras: new Map(context.extras).set(job, { hold, about }) });
  enqueue.raise({ type: 'outbox.retry', job, now, isUnattended, ...(from ? { from } : {}) });
}

/**
 * Return entries that discard the earlier job of a text, if it failed or waits for its time.
 * Nothing late can sign or send it then. They are written in one transaction with the replacement.
 */
export function discardReplacedJob(
  { records }: OutboxContext,
  origin: string | undefined,
): readonly OutboxEntryDraft[] {
  const known = origin === undefined ? undefined : jobFrom(records, origin);
  return known && (failureOf(known) || stateOf(known) === 'scheduled')
    ? withWaiting(records, known.job).map((job) => ({ job, type: 'discarded' }))
    : [];
}

type WrapOrder = Extract<OutboxCommand, { type: 'outbox.wrap' }>;

/**
 * Return the jobs of a private message and their first log entries. The same wraps are always the
 * same jobs.
 */
export function wrapJobs({ account }: OutboxContext, { origin, message, own }: WrapOrder) {
  const begin = (
    { event, to, relays }: WrapCopy,
    more: { readonly origin: string } | { readonly after: string },
  ) => {
    const wish: OutboxRequest = { type: 'wrap', id: event.id, to, ...more };
    const job = jobOf(account, wish, seconds(0), 0);
    const lines: readonly OutboxEntryDraft[] = [
      { job, type: 'intended', account, wish },
      { job, type: 'drafted', template: templateOf(event, event.pubkey, event.created_at), relays },
      { job, type: 'signed', event },
    ];
    return { job, lines };
  };
  const first = begin(message, { origin });
  const second = begin(own, { after: first.job });
  return { job: first.job, own: second.job, lines: [...first.lines, ...second.lines] };
}
