import { isSendable } from '../../events/messages/outgoing-message.ts';
import { stateOf } from '../../events/publish/outbox/outbox.ts';
import { textIn } from '../core/sign-request.ts';
import {
  formIn,
  isBegun,
  isForeign,
  isSentAgain,
  isWaiting,
  needsSearch,
  otherOf,
  type OutgoingMessageContext,
  type OutgoingMessageEvent,
  ownState,
  requestOf,
} from './outgoing-message-context.ts';
import type { WrapOutcome } from './seal-message.machine.ts';

interface GuardArgs {
  readonly context: OutgoingMessageContext;
  readonly event: OutgoingMessageEvent;
}

/** Request id of the lookups of the other unsent texts. */
export const OTHER = 'other';

/** True if a prompt is not allowed. Texts of an earlier page are sent without one. */
export function isQuiet({
  isLocal,
  isResumed,
}: Pick<OutgoingMessageContext, 'isLocal' | 'isResumed'>): boolean {
  return isLocal && isResumed;
}

/** All guards of the outgoing messages. */
export const outgoingGuards = {
  hasOthers: ({ context }: GuardArgs) => context.others.length > 0,
  hasQueued: ({ context }: GuardArgs) => context.queue.length > 0,
  isTyped: ({ context }: GuardArgs) => isBegun(context.next),
  isNextSendable: ({ context }: GuardArgs) => isSendable(context.next?.text.reveal() ?? ''),
  isOther: ({ event }: GuardArgs) => 'request' in event && event.request === OTHER,
  isOtherSending: ({ context, event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' &&
    stateOf(event.record) === 'sending' &&
    otherOf(event.record, context) !== undefined,
  isBegun: ({ context }: GuardArgs) => isBegun(context.outgoing),
  isEntered: ({ context: { outgoing } }: GuardArgs) => outgoing.enteredAt !== undefined,
  isOrdered: ({ context: { outgoing } }: GuardArgs) => outgoing.isOrdered === true,
  isResumed: ({ context }: GuardArgs) => context.isResumed,
  isQuiet: ({ context }: GuardArgs) => isQuiet(context),
  /** The page ended before it was signed. */
  isAbandoned: ({ event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && ['intended', 'drafted'].includes(stateOf(event.record)),
  isSendable: ({ context }: GuardArgs) => isSendable(context.outgoing.text.reveal() ?? ''),
  isUnlocated: ({ context }: GuardArgs) => needsSearch(formIn(context), context),
  isPrivate: ({ context }: GuardArgs) => formIn(context) === 'nip17',
  isLooking: ({ context, event }: GuardArgs) =>
    event.type === 'inboxes.located' && event.request !== requestOf(context.peer, true),
  isLocated: ({ event }: GuardArgs) =>
    event.type === 'inboxes.located' && event.relays !== undefined,
  isWrapped: (_: unknown, { outcome }: { outcome: WrapOutcome }) => outcome.ok,
  isSealed: ({ event }: GuardArgs) => textIn(event) !== undefined,
  isStale: ({ context, event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && isForeign(event.record, context),
  isOwnAccepted: ({ context, event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && ownState(event.record, context) === 'accepted',
  isOwnSending: ({ context, event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && ownState(event.record, context) === 'sending',
  isChangedFailure: ({ context, event }: GuardArgs) =>
    context.next !== undefined &&
    event.type === 'outbox.jobChanged' &&
    stateOf(event.record) === 'failed',
  /** No relay answered, and the outbox sends it again. Later texts wait behind it. */
  isUnanswered: ({ event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && isSentAgain(event.record),
  isWaiting: ({ context }: GuardArgs) => isWaiting(context.failure?.why),
  isAccepted: ({ event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && stateOf(event.record) === 'accepted',
  isFailed: ({ event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && stateOf(event.record) === 'failed',
  isSending: ({ event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && stateOf(event.record) === 'sending',
  isOver: ({ event }: GuardArgs) =>
    event.type === 'outbox.jobChanged' && ['unsigned', 'discarded'].includes(stateOf(event.record)),
};
