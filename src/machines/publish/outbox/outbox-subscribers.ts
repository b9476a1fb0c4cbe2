import type { AnyActorRef } from 'xstate';
import { jobFrom, failureOf, jobOf, type OutboxRecord, stateOf, withWaiting } from '../../../events/publish/outbox/outbox.ts';
import type { OutboxLine, Wish } from '../../../events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../../events/publish/outbox/event-template.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { isDormant, type OutboxContext } from './outbox-context.ts';
import type { OutboxNews, OutboxOrder, PublishOrder, WrapCopy } from '../../core/outbox-protocol.ts';

interface Enqueue {
  readonly assign: (change: Partial<Pick<OutboxContext, 'watchers' | 'extras'>>) => void;
  readonly raise: (event: Extract<OutboxOrder, { type: 'outbox.retry' }>) => void;
  readonly sendTo: (to: AnyActorRef, news: OutboxNews) => void;
}

/** Tells how a job stands, and from now on whenever that changes. */
export function follow(
  { assign: note, sendTo: tell }: Enqueue,
  { watchers }: OutboxContext,
  record: OutboxRecord,
  from: AnyActorRef,
  request?: string,
): void {
  note({ watchers: new Map(watchers).set(record.job, from) });
  tell(from, { type: 'outbox.begun', job: record.job, request });
  tell(from, { type: 'outbox.news', record });
}

/** An act that is done only once was ordered again: either its job is on its way, or it failed and is taken up again. */
export function again(enqueue: Enqueue, context: OutboxContext, job: string, order: PublishOrder): void {
  const { request, from, now, hold = millis(0), about = [] } = order;
  const record = context.records.get(job);
  if (record && !isDormant(record, context)) {
    if (from) follow(enqueue, context, record, from, request);
    return;
  }
  if (from) enqueue.sendTo(from, { type: 'outbox.begun', job, request });
  if (!record) {
    // it is being written: whoever orders it now hears of it as the first one does
    if (from) enqueue.assign({ watchers: new Map(context.watchers).set(job, from) });
    return;
  }
  enqueue.assign({ extras: new Map(context.extras).set(job, { hold, about }) });
  enqueue.raise({ type: 'outbox.retry', job, now, ...(from ? { from } : {}) });
}

/**
 * Throws away what came of a text before and was not signed, or taken by nobody, or waits for its time: nothing that comes late signs or sends it.
 * It is one step with what takes its place.
 */
export function givingWay({ records }: OutboxContext, origin: string | undefined): readonly OutboxLine[] {
  const known = origin === undefined ? undefined : jobFrom(records, origin);
  return known && (failureOf(known) || stateOf(known) === 'scheduled')
    ? withWaiting(records, known.job).map((job) => ({ job, type: 'discarded' }))
    : [];
}

type WrapOrder = Extract<OutboxOrder, { type: 'outbox.wrap' }>;

/** The jobs of a private message, and the lines that begin them. The same wraps are the same jobs, however often they are ordered. */
export function wrapJobs({ account }: OutboxContext, { origin, message, own }: WrapOrder) {
  const begin = ({ event, to, relays }: WrapCopy, more: { readonly origin: string } | { readonly after: string }) => {
    const wish: Wish = { type: 'wrap', id: event.id, to, ...more };
    const job = jobOf(account, wish, seconds(0), 0);
    const lines: readonly OutboxLine[] = [
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
