import { secretOf } from '../../events/account/keys/secret.ts';
import { draftOf, type OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import { stateOf } from '../../events/publish/outbox/outbox.ts';
import {
  enteredAfter,
  messageIn,
  otherOf,
  type OutgoingMessageContext,
  type OutgoingMessageEvent,
  type OutgoingMessageUpdate,
  withoutOther,
} from './outgoing-message-context.ts';

interface StepArgs {
  readonly context: OutgoingMessageContext;
  readonly event: OutgoingMessageEvent;
  readonly enqueue: {
    readonly assign: (change: Partial<OutgoingMessageContext>) => void;
    readonly sendParent: (news: OutgoingMessageUpdate) => void;
  };
}

/** Queue the typed text behind the one that is being sent. */
export function enqueueNext({ context, event, enqueue }: StepArgs): void {
  const { outgoing, next, queue } = context;
  if (event.type !== 'outgoing.send' || !next) return;
  // the text before it has a job, from before the reload or from another tab
  const first: OutgoingMessage =
    outgoing.enteredAt === undefined
      ? { ...outgoing, enteredAt: enteredAfter(context, event.now), isOrdered: true }
      : outgoing;
  const now = enteredAfter({ ...context, outgoing: first }, event.now);
  const entered = { ...draftOf(next), enteredAt: now };
  enqueue.assign({
    outgoing: first,
    next: undefined,
    queue: [...queue, { outgoing: entered, now }],
    isResumed: false,
  });
  for (const one of first === outgoing ? [entered] : [first, entered])
    enqueue.sendParent({ type: 'outgoing.changed', outgoing: one });
}

/**
 * Nothing is sent by itself any more. The last text is stored first: after a crash in between,
 * a text never follows one that was stopped. A text with a job keeps the job's result.
 */
export function keepQueued(
  { context: { outgoing, queue, others }, enqueue }: StepArgs,
  { hasJob }: { readonly hasJob: boolean },
): void {
  const stopped = queue.map((one) => draftOf(one.outgoing, true));
  const own = {
    ...draftOf(outgoing, !hasJob && outgoing.enteredAt !== undefined),
    ...(hasJob ? { isOrdered: true } : {}),
  };
  enqueue.assign({ outgoing: own, others: [...stopped, ...others], queue: [] });
  for (const one of [own, ...stopped].toReversed())
    enqueue.sendParent({ type: 'outgoing.changed', outgoing: one });
}

/** An unsent text was accepted after all. */
export function settleOther({ context, event, enqueue }: StepArgs): void {
  if (event.type !== 'outbox.jobChanged' || stateOf(event.record) !== 'accepted') return;
  const { account, peer } = context;
  const other = otherOf(event.record, context);
  if (!other) return;
  enqueue.assign(withoutOther(context, other));
  enqueue.sendParent({
    type: 'outgoing.changed',
    outgoing: { ...draftOf(other), text: secretOf('') },
  } satisfies OutgoingMessageUpdate);
  const message = messageIn(event.record, account, undefined);
  if (message)
    enqueue.sendParent({
      type: 'outgoing.sent',
      peer,
      message,
      text: other.text,
    } satisfies OutgoingMessageUpdate);
}

/** A text was accepted: clear it, and report the message. */
export function finish({
  context: { account, peer, outgoing, wrapped, sentAt },
  event,
  enqueue,
}: StepArgs): void {
  const message =
    event.type === 'outbox.jobChanged' ? messageIn(event.record, account, wrapped) : undefined;
  const empty = { ...draftOf(outgoing), text: secretOf('') };
  enqueue.assign({
    outgoing: empty,
    job: undefined,
    wrapped: undefined,
    failure: undefined,
    sentAt: message?.created_at ?? wrapped?.rumor.created_at ?? sentAt,
  });
  enqueue.sendParent({
    type: 'outgoing.changed',
    outgoing: empty,
  } satisfies OutgoingMessageUpdate);
  if (message)
    enqueue.sendParent({
      type: 'outgoing.sent',
      peer,
      message,
      text: outgoing.text,
    } satisfies OutgoingMessageUpdate);
}

/** The checked text was never sent, and the user has changed it. */
export function mergeChange({ context: { outgoing, next }, enqueue }: StepArgs): void {
  if (!next) return;
  const merged = { ...draftOf(outgoing), text: next.text, changedAt: next.changedAt };
  enqueue.assign({ outgoing: merged, next: undefined });
  for (const one of [merged, { ...next, text: secretOf('') }])
    enqueue.sendParent({ type: 'outgoing.changed', outgoing: one });
}
