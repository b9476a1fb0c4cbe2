import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { type Secret, secretOf } from '../../events/account/keys/secret.ts';
import { signingMessage } from '../../events/account/signing/signing-error.ts';
import type { UserMessage } from '../../events/account/user-message.ts';
import {
  type FormFacts,
  formOf,
  isNamed,
  isSendable,
  type OutgoingMessage,
  type MessageForm,
  messageDraft,
} from '../../events/messages/outgoing-message.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { failureReason, type FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import { failureOf, type OutboxRecord, stateOf } from '../../events/publish/outbox/outbox.ts';
import {
  inMillis,
  justAfter,
  later,
  type Millis,
  millis,
  type Seconds,
  toSeconds,
} from '../../events/core/time.ts';
import { nextCreatedAt } from '../../events/publish/outbox/event-template.ts';
import type { ScopeRef } from '../core/feature.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import { type SignSettled, textIn } from '../core/sign-request.ts';
import { whenEvent } from '../core/event-guards.ts';
import type { InboxesEvent, InboxesLocated } from '../publish/outbox/inboxes.machine.ts';
import type { OutboxUpdate, PublishIntent } from '../core/outbox-protocol.ts';
import { sendReactionMachine, type SendReactionNews } from './send-reaction.machine.ts';
import { sealMessageMachine, wrapOrder, type WrapOutcome } from './seal-message.machine.ts';

export type OutgoingMessageEvent =
  | { type: 'outgoing.write'; text: Secret<string>; now: Millis }
  | { type: 'outgoing.send'; now: Millis }
  /** Replace this text with the next unsent text to this peer. This one is kept (COMPOSE-12). */
  | { type: 'outgoing.showNext' }
  /** Send a reaction to a private message of this conversation. */
  | { type: 'outgoing.react'; to: string; emoji: string; now: Millis }
  | SendReactionNews
  /** The user chooses the form for this peer. */
  | { type: 'outgoing.chooseForm'; form: MessageForm }
  | InboxesLocated
  | SignSettled
  | OutboxUpdate;

/** Sent to the parent: the current draft, or a message that a relay has accepted. */
export type OutgoingMessageUpdate =
  | { type: 'outgoing.changed'; outgoing: OutgoingMessage }
  | { type: 'outgoing.sent'; peer: string; message: DirectMessage; text: Secret<string> };

export interface OutgoingMessageInput {
  readonly account: string;
  readonly peer: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** The draft from an earlier page. */
  readonly kept: OutgoingMessage | undefined;
  /** Further unsent texts to the peer. */
  readonly others: readonly OutgoingMessage[];
}

/** `why`: the reason given by relays, if any. */
export interface OutgoingMessageFailure {
  readonly message: UserMessage;
  readonly why?: FailureReason | undefined;
}

interface Context extends Omit<OutgoingMessageInput, 'kept'>, Omit<FormFacts, 'wanted'> {
  readonly outgoing: OutgoingMessage;
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
  /**
   * True if the peer's relays were asked too. Before that, the old form is never chosen
   * automatically.
   */
  readonly isLookedUp: boolean;
}

const UNSIGNED: OutgoingMessageFailure = { message: { code: 'publish.unsigned' } };
const UNCONFIRMED: OutgoingMessageFailure = { message: { code: 'publish.unconfirmed' } };
const UNLOCATED: OutgoingMessageFailure = { message: { code: 'messages.unlocated' } };

/**
 * One outgoing message (DM-05, INV-NO-LOSS). Its draft is cleared only after an OK. The text is
 * encrypted and sent through the outbox. A retry reuses the signed event if the text is unchanged.
 * After a crash the job is found by its origin. A peer with message relays gets the private form
 * (NIP-17) as two wraps. It counts as sent once a relay accepts the peer's wrap.
 */
export const outgoingMessageMachine = setup({
  types: {
    context: {} as Context,
    events: {} as OutgoingMessageEvent,
    input: {} as OutgoingMessageInput,
    tags: {} as 'sending' | 'checking',
    children: {} as { wrap: 'wrap'; [reaction: `reaction ${number}`]: 'reaction' },
  },
  actors: { wrap: sealMessageMachine, reaction: sendReactionMachine },
  guards: {
    hasOthers: ({ context }) => context.others.length > 0,
    isBegun: ({ context }) => context.outgoing.text.reveal() !== '',
    isSendable: ({ context }) => isSendable(context.outgoing.text.reveal() ?? ''),
    isUnlocated: ({ context }) => needsSearch(formIn(context), context),
    isPrivate: ({ context }) => formIn(context) === 'nip17',
    isLooking: ({ context, event }) =>
      event.type === 'inboxes.located' && event.request !== requestOf(context.peer, true),
    isLocated: ({ event }) => event.type === 'inboxes.located' && event.relays !== undefined,
    isWrapped: (_, { outcome }: { outcome: WrapOutcome }) => outcome.ok,
    isSealed: ({ event }) => textIn(event) !== undefined,
    isStale: ({ context, event }) =>
      event.type === 'outbox.jobChanged' &&
      context.job !== undefined &&
      event.record.job !== context.job,
    isAccepted: ({ event }) =>
      event.type === 'outbox.jobChanged' && stateOf(event.record) === 'accepted',
    isFailed: ({ event }) =>
      event.type === 'outbox.jobChanged' && stateOf(event.record) === 'failed',
    isSending: ({ event }) =>
      event.type === 'outbox.jobChanged' && stateOf(event.record) === 'sending',
    isOver: ({ event }) =>
      event.type === 'outbox.jobChanged' &&
      ['unsigned', 'discarded'].includes(stateOf(event.record)),
  },
  delays: {
    openTimeout: 5_000,
    locateTimeout: 16_000,
    signTimeout: 12 * 60_000,
    orderTimeout: 15_000,
    publishTimeout: 20 * 60_000,
  },
  actions: {
    /**
     * A changed text is a new message. Another tab may have found the same draft, and may have sent
     * it unchanged or with other words.
     */
    write: assign(
      whenEvent('outgoing.write', ({ context: { outgoing }, event: { text, now } }) => ({
        outgoing: {
          ...outgoing,
          ...(outgoing.text.reveal() === '' ? { id: String(inMillis(now)) } : {}),
          text,
          changedAt: later(now, justAfter(outgoing.changedAt)),
        },
        failure: undefined,
      })),
    ),
    swap: assign(
      ({
        context: {
          outgoing,
          others: [next, ...rest],
        },
      }) =>
        next
          ? {
              outgoing: { ...next, wanted: outgoing.wanted },
              others: outgoing.text.reveal() === '' ? rest : [...rest, outgoing],
              failure: undefined,
            }
          : {},
    ),
    locate: sendTo(
      ({ context }) => context.scope,
      ({ context: { peer }, self }, { isSending }: { isSending: boolean }): InboxesEvent => ({
        type: 'inboxes.locate',
        peer,
        request: requestOf(peer, isSending),
        from: self,
        isSending,
      }),
    ),
    recordRelays: assign(
      whenEvent('inboxes.located', ({ context, event }) => ({
        relays:
          event.relays ??
          (typeof context.relays === 'object' ? context.relays : ('unknown' as const)),
      })),
    ),
    recordLookedUp: assign({ isLookedUp: true }),
    recordUnlocated: assign({ relays: 'unknown', failure: UNLOCATED }),
    chooseForm: assign(
      whenEvent('outgoing.chooseForm', ({ context: { outgoing }, event }) => ({
        outgoing: { ...outgoing, wanted: event.form },
        isUnable: false,
        failure: undefined,
      })),
    ),
    recordWrapped: assign((_, { outcome }: { outcome: WrapOutcome }) =>
      outcome.ok ? { wrapped: outcome } : {},
    ),
    recordUnwrapped: assign((_, { outcome }: { outcome: WrapOutcome | undefined }) =>
      outcome && !outcome.ok
        ? { failure: { message: outcome.message }, isUnable: outcome.isUnable }
        : { failure: UNSIGNED },
    ),
    orderWraps: enqueueActions(
      ({ context: { account, peer, outgoing, scope, relays, wrapped }, enqueue, self }) => {
        if (!wrapped || relays === 'asking' || relays === 'unknown') return;
        const [{ wraps }, origin] = [wrapped, originOf(outgoing)];
        enqueue.sendTo(scope, wrapOrder({ account, peer, relays, wraps, origin, from: self }));
      },
    ),
    notifyChanged: sendParent(
      ({ context: { outgoing } }): OutgoingMessageUpdate => ({
        type: 'outgoing.changed',
        outgoing,
      }),
    ),
    date: assign(whenEvent('outgoing.send', ({ event: { now } }) => ({ now, failure: undefined }))),
    watch: sendTo(
      ({ context }) => context.scope,
      ({ context: { outgoing }, self }) => ({
        type: 'outbox.subscribeToOrigin',
        origin: originOf(outgoing),
        from: self,
      }),
    ),
    encrypt: sendTo(
      ({ context }) => context.signer,
      ({ context: { account, peer, outgoing }, self }) => {
        const act = {
          do: 'encrypt',
          scheme: 'nip04',
          peer,
          text: outgoing.text.reveal()?.trim() ?? '',
        } as const;
        const reason = { code: 'sign.sealMessage' } as const;
        return {
          type: 'sign.request' as const,
          request: { id: 'seal', from: self, pubkey: account, reason, act },
        };
      },
    ),
    cancelEncrypt: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'seal', from: self }),
    ),
    recordSealed: assign(({ event }) => ({ sealed: textIn(event) ?? '' })),
    recordUnsealed: assign(({ event }) => ({
      failure:
        event.type === 'sign.settled' && !event.outcome.ok
          ? { message: signingMessage(event.outcome.failure) }
          : UNSIGNED,
    })),
    order: sendTo(
      ({ context }) => context.scope,
      ({ context: { peer, outgoing, sealed, now, sentAt }, self }): PublishIntent => ({
        type: 'intents.publish',
        draft: messageDraft(peer, sealed),
        now: nextCreatedAt(toSeconds(now), sentAt),
        from: self,
        origin: originOf(outgoing),
      }),
    ),
    recordJob: assign(
      whenEvent('outbox.jobCreated', ({ event }) => ({ job: event.job, sealed: '' })),
    ),
    recordFailure: assign(
      whenEvent('outbox.jobChanged', ({ event }) => ({
        job: event.record.job,
        failure: failureIn(event.record),
      })),
    ),
    recordSilence: assign({ failure: UNCONFIRMED }),
    clearFailure: assign({ failure: undefined }),
    react: enqueueActions(
      ({ context: { account, peer, signer, scope, relays }, event, enqueue }) => {
        if (event.type !== 'outgoing.react' || !isNamed(relays)) return;
        const { to, emoji, now } = event;
        enqueue.assign({ failure: undefined });
        enqueue.spawnChild('reaction', {
          id: `reaction ${inMillis(now)}`,
          input: { account, peer, signer, scope, relays, to, emoji, now },
        });
      },
    ),
    recordUnreacted: assign(
      whenEvent('reaction.failed', ({ event: { message } }) => ({ failure: { message } })),
    ),
    retry: enqueueActions(({ context: { job, scope, now }, enqueue, self }) => {
      if (job !== undefined)
        enqueue.sendTo(scope, { type: 'outbox.retry', job, now: toSeconds(now), from: self });
    }),
    renew: assign(({ context: { outgoing } }) => ({
      outgoing: { ...outgoing, changedAt: justAfter(outgoing.changedAt) },
    })),
    giveUp: enqueueActions(({ context: { job, scope }, enqueue }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      enqueue.assign({ job: undefined, wrapped: undefined });
    }),
    finish: enqueueActions(
      ({ context: { account, peer, outgoing, wrapped, sentAt }, event, enqueue }) => {
        const message =
          event.type === 'outbox.jobChanged'
            ? messageIn(event.record, account, wrapped)
            : undefined;
        const empty = { ...outgoing, text: secretOf('') };
        enqueue.assign({
          outgoing: empty,
          job: undefined,
          wrapped: undefined,
          failure: undefined,
          sentAt: message?.created_at ?? sentAt,
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
      },
    ),
  },
}).createMachine({
  id: 'outgoingMessage',
  context: ({ input: { kept, ...input } }) => ({
    ...input,
    outgoing: kept ?? { peer: input.peer, text: secretOf(''), changedAt: millis(0) },
    sealed: '',
    now: millis(0),
    sentAt: undefined,
    job: undefined,
    wrapped: undefined,
    relays: 'asking',
    isUnable: false,
    isLookedUp: false,
    failure: undefined,
  }),
  entry: { type: 'locate', params: { isSending: false } },
  on: {
    'inboxes.located': { actions: 'recordRelays' },
    'outgoing.react': { actions: 'react' },
    'reaction.failed': { actions: 'recordUnreacted' },
  },
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isBegun', target: 'checking' }, { target: 'writing' }] },
    /** Check if the found draft was already being sent before the reload. */
    checking: {
      tags: 'checking',
      entry: 'watch',
      on: {
        'outbox.jobMissing': 'writing',
        'outbox.jobCreated': { actions: 'recordJob' },
        'outbox.jobChanged': [
          { guard: 'isAccepted', target: 'writing', actions: 'finish' },
          { guard: 'isFailed', target: 'failed', actions: 'recordFailure' },
          { guard: 'isSending', target: 'pending' },
          // the signature is not needed any more
          { target: 'writing', actions: 'giveUp' },
        ],
      },
      after: { openTimeout: 'writing' },
    },
    writing: {
      on: {
        'outgoing.write': { actions: ['write', 'notifyChanged'] },
        'outgoing.send': { guard: 'isSendable', target: 'choosing', actions: 'date' },
        'outgoing.chooseForm': { actions: ['chooseForm', 'notifyChanged'] },
        'outgoing.showNext': { guard: 'hasOthers', target: 'deciding', actions: 'swap' },
      },
    },
    choosing: {
      tags: 'sending',
      always: [
        { guard: 'isUnlocated', target: 'locating' },
        { guard: 'isPrivate', target: 'wrapping' },
        { target: 'sealing' },
      ],
    },
    /** A missing response alone must not cause the old form. */
    locating: {
      tags: 'sending',
      entry: { type: 'locate', params: { isSending: true } },
      on: {
        'inboxes.located': [
          { guard: 'isLooking', actions: 'recordRelays' },
          { guard: 'isLocated', target: 'choosing', actions: ['recordRelays', 'recordLookedUp'] },
          { target: 'writing', actions: 'recordUnlocated' },
        ],
      },
      after: { locateTimeout: { target: 'writing', actions: 'recordUnlocated' } },
    },
    wrapping: {
      tags: 'sending',
      invoke: {
        id: 'wrap',
        src: 'wrap',
        input: ({ context: { account, peer, signer, outgoing, now, sentAt } }) => ({
          account,
          peer,
          signer,
          text: outgoing.text,
          now: nextCreatedAt(toSeconds(now), sentAt),
        }),
        onDone: [
          {
            guard: { type: 'isWrapped', params: ({ event }) => ({ outcome: event.output }) },
            target: 'handing',
            actions: { type: 'recordWrapped', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: 'writing',
            actions: {
              type: 'recordUnwrapped',
              params: ({ event }) => ({ outcome: event.output }),
            },
          },
        ],
        onError: {
          target: 'writing',
          actions: { type: 'recordUnwrapped', params: { outcome: undefined } },
        },
      },
    },
    /**
     * The same wraps are the same jobs. If the outbox cannot be written or forgot them, they are
     * ordered again.
     */
    handing: {
      tags: 'sending',
      entry: 'orderWraps',
      on: { 'outbox.jobCreated': { target: 'pending', actions: 'recordJob' } },
      after: { orderTimeout: { target: 'handing', reenter: true } },
    },
    sealing: {
      tags: 'sending',
      entry: 'encrypt',
      exit: 'cancelEncrypt',
      on: {
        'sign.settled': [
          { guard: 'isSealed', target: 'ordered', actions: 'recordSealed' },
          { target: 'writing', actions: 'recordUnsealed' },
        ],
      },
      after: { signTimeout: { target: 'writing', actions: 'recordUnsealed' } },
    },
    /**
     * The same text is the same job. If the outbox cannot be written, or it or `intents` was
     * restarted and forgot the order, the text is ordered again.
     */
    ordered: {
      tags: 'sending',
      entry: 'order',
      on: { 'outbox.jobCreated': { target: 'pending', actions: 'recordJob' } },
      after: { orderTimeout: { target: 'ordered', reenter: true } },
    },
    pending: {
      tags: 'sending',
      on: {
        // another tab sends the same draft
        'outbox.jobCreated': { actions: 'recordJob' },
        'outbox.jobChanged': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'writing', actions: 'finish' },
          { guard: 'isFailed', target: 'failed', actions: 'recordFailure' },
          { guard: 'isOver', target: 'writing', actions: ['recordFailure', 'giveUp'] },
        ],
      },
      after: { publishTimeout: { target: 'failed', actions: 'recordSilence' } },
    },
    /**
     * The event is signed and never signed again. It can be sent again, or dropped for another
     * text.
     */
    failed: {
      on: {
        'outbox.jobChanged': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'writing', actions: 'finish' },
          // a relay came back, and the outbox retries
          { guard: 'isSending', target: 'pending', actions: 'clearFailure' },
          { guard: 'isOver', target: 'writing', actions: 'giveUp' },
        ],
        'outgoing.send': { target: 'pending', actions: ['date', 'retry'] },
        'outgoing.write': { target: 'writing', actions: ['write', 'giveUp', 'notifyChanged'] },
        // in another form it is a new message
        'outgoing.chooseForm': {
          target: 'writing',
          actions: ['chooseForm', 'renew', 'giveUp', 'notifyChanged'],
        },
      },
    },
  },
});

export type OutgoingMessageActor = ActorRefFrom<typeof outgoingMessageMachine>;

function formIn({ outgoing: { wanted }, relays, isUnable }: Context): MessageForm | undefined {
  return formOf({ wanted, relays, isUnable }).form;
}

/** True if the form is unknown, or is the old one without a choice by the user. */
function needsSearch(form: MessageForm | undefined, { outgoing, isLookedUp }: Context): boolean {
  return form === undefined || (form === 'nip04' && outgoing.wanted !== 'nip04' && !isLookedUp);
}

/**
 * Return a request id. A lookup and a send use different ids, so the lookup's response does not end
 * the send.
 */
function requestOf(peer: string, isSending: boolean): string {
  return isSending ? `send ${peer}` : peer;
}

/**
 * Return the outbox origin of this version of the draft (PUBLISH-04). It is stored in the log, so
 * it contains nothing of the text.
 */
function originOf({ peer, changedAt }: OutgoingMessage): string {
  return `message:${peer} ${inMillis(changedAt)}`;
}

function failureIn(record: OutboxRecord): OutgoingMessageFailure {
  return { message: { code: failureOf(record) ?? 'publish.failed' }, why: failureReason(record) };
}

/**
 * Return the sent message for the conversation. After a crash, or if another tab sent it, only the
 * own copy of a wrap can deliver it.
 */
function messageIn(
  { wish, event }: OutboxRecord,
  pubkey: string,
  wrapped: Context['wrapped'],
): DirectMessage | undefined {
  if (!event) return undefined;
  if (wish.type === 'wrap') {
    if (wrapped?.wraps.peer.id !== event.id) return undefined;
    const { id, created_at } = wrapped.rumor;
    return { id, pubkey, created_at, form: 'nip17', event };
  }
  return { id: event.id, pubkey, created_at: event.created_at, form: 'nip04', event };
}
