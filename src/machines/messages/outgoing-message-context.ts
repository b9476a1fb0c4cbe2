import { type Secret, secretOf } from '../../events/account/keys/secret.ts';
import type { UserMessage } from '../../events/account/user-message.ts';
import {
  draftOf,
  enteredIn,
  type FormFacts,
  formOf,
  type OutgoingMessage,
  type MessageForm,
} from '../../events/messages/outgoing-message.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { failureReason, type FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import { failureOf, type OutboxRecord, stateOf } from '../../events/publish/outbox/outbox.ts';
import {
  inMillis,
  inSeconds,
  justAfter,
  later,
  type Millis,
  millis,
  type Seconds,
  toSeconds,
} from '../../events/core/time.ts';
import type { AccountUnlocked, ScopeRef } from '../core/feature.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { SignSettled } from '../core/sign-request.ts';
import type { InboxesLocated } from '../publish/outbox/inboxes.machine.ts';
import type { JobUpdate } from '../core/outbox-protocol.ts';
import type { SendReactionNews } from './send-reaction.machine.ts';
import type { WrapOutcome } from './seal-message.machine.ts';

export type OutgoingMessageEvent =
  | { type: 'outgoing.write'; text: Secret<string>; now: Millis }
  | { type: 'outgoing.send'; now: Millis }
  /** The user asks to send texts of an earlier page, so prompts are allowed from now on. */
  | { type: 'outgoing.allowPrompts' }
  | AccountUnlocked
  /** The user confirms to send this text. The question dates the answer. */
  | { type: 'outgoing.confirm'; now: Seconds }
  /** Replace this text with the next unsent text to this peer. This one is kept (COMPOSE-12). */
  | { type: 'outgoing.showNext' }
  /** Asks again whether the peer accepts private messages. */
  | { type: 'outgoing.locate' }
  /** Send a reaction to a private message of this conversation. */
  | { type: 'outgoing.react'; to: string; emoji: string; now: Millis }
  | SendReactionNews
  /** The user chooses the form for this peer. */
  | { type: 'outgoing.chooseForm'; form: MessageForm }
  | InboxesLocated
  | SignSettled
  | JobUpdate;

/** Sent to the parent: the current draft, or a message that a relay has accepted. */
export type OutgoingMessageUpdate =
  | { type: 'outgoing.changed'; outgoing: OutgoingMessage }
  | { type: 'outgoing.sent'; peer: string; message: DirectMessage; text: Secret<string> };

export interface OutgoingMessageInput {
  readonly account: string;
  readonly peer: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** True if the key is on this device. */
  readonly isLocal: boolean;
  /** The draft from an earlier page. */
  readonly kept: OutgoingMessage | undefined;
  /** Further unsent texts to the peer. */
  readonly others: readonly OutgoingMessage[];
}

/** A text that is sent after the current one. `now`: when the user pressed Enter. */
interface Queued {
  readonly outgoing: OutgoingMessage;
  readonly now: Millis;
}

/** `why`: the reason given by relays, if any. */
export interface OutgoingMessageFailure {
  readonly message: UserMessage;
  readonly why?: FailureReason | undefined;
}

export interface OutgoingMessageContext
  extends Omit<OutgoingMessageInput, 'kept'>,
    Omit<FormFacts, 'wanted'> {
  /** The text in the field. With the tag `sending`: the text that is being sent. */
  readonly outgoing: OutgoingMessage;
  /**
   * With the tag `sending`: the text in the field. With the tag `checking`: the changed text in the
   * field, `undefined` if it is unchanged. It is a draft of its own.
   */
  readonly next: OutgoingMessage | undefined;
  /** Texts that the user has sent in the meantime, in their order. */
  readonly queue: readonly Queued[];
  readonly sealed: string;
  readonly now: Millis;
  /**
   * Date of the previous message. The next one gets a later second, so that their order is defined.
   */
  readonly sentAt: Seconds | undefined;
  readonly job: string | undefined;
  /** For the private form: the rumor and its wraps. */
  readonly wrapped: Extract<WrapOutcome, { ok: true }> | undefined;
  /** Result of the last failed attempt. */
  readonly failure: OutgoingMessageFailure | undefined;
  /** Id of the unsent text that failed, if another text is in the field. */
  readonly failedId: string | undefined;
  /** True if these texts were sent on an earlier page, and the user did nothing here yet. */
  readonly isResumed: boolean;
  /** True if the jobs of the other unsent texts were looked up. */
  readonly isWatched: boolean;
  /**
   * True if the peer's relays were asked too. Before that, the old form is never chosen
   * automatically.
   */
  readonly isLookedUp: boolean;
}

/**
 * Return the context at the start. Texts that were sent on an earlier page are sent on, and the
 * last draft that was never sent is in the field.
 */
export function outgoingContext({ kept, ...input }: OutgoingMessageInput): OutgoingMessageContext {
  const all = [...(kept ? [kept] : []), ...input.others];
  const [first, ...later] = enteredIn(all);
  const drafts = all.filter((one) => one.enteredAt === undefined && isBegun(one));
  const typed = drafts.find(({ isOrdered, isUnsent }) => !isOrdered && !isUnsent);
  const resumed = first && {
    outgoing: first,
    next: typed,
    queue: later.map((outgoing) => ({ outgoing, now: outgoing.enteredAt ?? millis(0) })),
    now: first.enteredAt ?? millis(0),
    others: drafts.filter((one) => one !== typed),
    isResumed: true,
  };
  return {
    ...input,
    outgoing: kept ?? { peer: input.peer, text: secretOf(''), changedAt: millis(0) },
    next: undefined,
    queue: [],
    sealed: '',
    now: millis(0),
    isResumed: false,
    sentAt: undefined,
    job: undefined,
    wrapped: undefined,
    relays: 'asking',
    isUnable: false,
    isLookedUp: false,
    failure: undefined,
    failedId: undefined,
    isWatched: false,
    ...resumed,
  };
}

type Change = Partial<OutgoingMessageContext>;

/**
 * Return the time of a text that is sent now: a later second than every message before it, so that
 * their dates have the same order.
 */
export function enteredAfter(
  { outgoing, queue, sentAt }: Pick<OutgoingMessageContext, 'outgoing' | 'queue' | 'sentAt'>,
  now: Millis,
): Millis {
  const before = [
    ...(sentAt === undefined ? [] : [sentAt]),
    ...[outgoing, ...queue.map((one) => one.outgoing)].flatMap(({ enteredAt }) =>
      enteredAt === undefined ? [] : [toSeconds(enteredAt)],
    ),
  ];
  return before.map((at) => millis((inSeconds(at) + 1) * 1_000)).reduce(later, now);
}

/** Show the typed text, and keep the failed one. Its job stays, to reuse the signed event. */
export function leaveFailed({ outgoing, next, others }: OutgoingMessageContext): Change {
  if (!next) return {};
  return {
    outgoing: { ...next, wanted: outgoing.wanted },
    next: undefined,
    others: [outgoing, ...others],
    failedId: outgoing.id,
    job: undefined,
    wrapped: undefined,
  };
}

/** Show the next unsent text, and keep the shown one. */
export function swapped({ outgoing, others }: OutgoingMessageContext): Change {
  const [next, ...rest] = others;
  if (!next) return {};
  return {
    outgoing: { ...next, wanted: outgoing.wanted },
    others: isBegun(outgoing) ? [...rest, outgoing] : rest,
    next: undefined,
    job: undefined,
    wrapped: undefined,
    failure: undefined,
    failedId: undefined,
  };
}

/** Follow an unsent text whose job is being sent. */
export function adopted(context: OutgoingMessageContext, record: OutboxRecord): Change {
  const { outgoing } = context;
  const other = otherOf(record, context);
  if (!other) return {};
  return {
    ...withoutOther(context, other),
    outgoing: { ...other, wanted: outgoing.wanted },
    next: isBegun(outgoing) ? outgoing : undefined,
    job: record.job,
  };
}

/** Remove an unsent text, and the failure if it is about this text. */
export function withoutOther(
  { others, failedId }: OutgoingMessageContext,
  other: OutgoingMessage,
): Change {
  return {
    others: others.filter((one) => one !== other),
    ...(failedId === other.id ? { failedId: undefined, failure: undefined } : {}),
  };
}

/**
 * Return the state of a job if its origin is the current text. An accepted text is empty, and
 * further news of its job would send it to the conversation again, without words.
 */
export function ownState(
  record: OutboxRecord,
  { outgoing }: OutgoingMessageContext,
): ReturnType<typeof stateOf> | undefined {
  return isBegun(outgoing) && originIn(record) === originOf(outgoing) ? stateOf(record) : undefined;
}

/** True if a job does not send the current text. */
export function isForeign(
  record: OutboxRecord,
  { outgoing, job }: OutgoingMessageContext,
): boolean {
  const origin = originIn(record);
  return (
    (job !== undefined && record.job !== job) ||
    (origin !== undefined && origin !== originOf(outgoing))
  );
}

export function isBegun(outgoing: OutgoingMessage | undefined): boolean {
  return outgoing !== undefined && outgoing.text.reveal() !== '';
}

/**
 * Return a time after every change of a text to this peer, because it identifies the text in the
 * outbox.
 */
export function afterAll({ outgoing, next, queue, others }: OutgoingMessageContext): Millis {
  const all = [outgoing, ...(next ? [next] : []), ...queue.map((one) => one.outgoing), ...others];
  return justAfter(all.map(({ changedAt }) => changedAt).reduce(later));
}

/** Return the changed text. A text that is begun gets an id. */
export function changed(
  outgoing: OutgoingMessage,
  { text, now }: Extract<OutgoingMessageEvent, { type: 'outgoing.write' }>,
  context: OutgoingMessageContext,
): OutgoingMessage {
  const changedAt = later(now, afterAll(context));
  return {
    ...draftOf(outgoing),
    ...(isBegun(outgoing) ? {} : { id: String(inMillis(changedAt)) }),
    text,
    changedAt,
  };
}

/** Return the unsent text that this job sends, if it is not the current one. */
export function otherOf(
  record: OutboxRecord,
  { others }: OutgoingMessageContext,
): OutgoingMessage | undefined {
  const origin = originIn(record);
  return origin === undefined ? undefined : others.find((one) => originOf(one) === origin);
}

function originIn({ wish }: OutboxRecord): string | undefined {
  return wish.type === 'list' ? undefined : wish.origin;
}

export function formIn({
  outgoing: { wanted },
  relays,
  isUnable,
}: OutgoingMessageContext): MessageForm | undefined {
  return formOf({ wanted, relays, isUnable }).form;
}

/** True if the form is unknown, or is the old one without a choice by the user. */
export function needsSearch(
  form: MessageForm | undefined,
  { outgoing, isLookedUp }: OutgoingMessageContext,
): boolean {
  return form === undefined || (form === 'nip04' && outgoing.wanted !== 'nip04' && !isLookedUp);
}

/**
 * Return a request id. A lookup and a send use different ids, so the lookup's response does not end
 * the send.
 */
export function requestOf(peer: string, isSending: boolean): string {
  return isSending ? `send ${peer}` : peer;
}

/**
 * Return the outbox origin of this version of the draft (PUBLISH-04). It is stored in the log, so
 * it contains nothing of the text.
 */
export function originOf({ peer, changedAt }: OutgoingMessage): string {
  return `message:${peer} ${inMillis(changedAt)}`;
}

/** True if a job failed because no relay answered, and the outbox sends it again by itself. */
export function isSentAgain(record: OutboxRecord): boolean {
  return isWaiting(failureReason(record));
}

/** True for the reason of a job that waits for a relay. */
export function isWaiting(why: FailureReason | undefined): boolean {
  return why !== undefined && 'again' in why && why.again;
}

export function failureIn(record: OutboxRecord): OutgoingMessageFailure {
  return { message: { code: failureOf(record) ?? 'publish.failed' }, why: failureReason(record) };
}

/**
 * Return the sent message for the conversation. After a crash, or if another tab sent it, only the
 * own copy of a wrap can deliver it.
 */
export function messageIn(
  { wish, event }: OutboxRecord,
  pubkey: string,
  wrapped: OutgoingMessageContext['wrapped'],
): DirectMessage | undefined {
  if (!event) return undefined;
  if (wish.type === 'wrap') {
    if (wrapped?.wraps.peer.id !== event.id) return undefined;
    const { id, created_at } = wrapped.rumor;
    return { id, pubkey, created_at, form: 'nip17', event };
  }
  return { id: event.id, pubkey, created_at: event.created_at, form: 'nip04', event };
}
