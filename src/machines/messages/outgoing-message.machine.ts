import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { secretOf } from '../../events/account/keys/secret.ts';
import { signingMessage } from '../../events/account/signing/signing-error.ts';
import { isNamed, isSendable, messageDraft } from '../../events/messages/outgoing-message.ts';
import { stateOf } from '../../events/publish/outbox/outbox.ts';
import { inMillis, toSeconds } from '../../events/core/time.ts';
import { nextCreatedAt } from '../../events/publish/outbox/event-template.ts';
import { textIn } from '../core/sign-request.ts';
import { whenEvent } from '../core/event-guards.ts';
import type { CommandTo } from '../core/feature.ts';
import type { PublishIntent } from '../core/outbox-protocol.ts';
import {
  adopted,
  afterAll,
  changed,
  failureIn,
  formIn,
  isBegun,
  isForeign,
  isSentAgain,
  isWaiting,
  leaveFailed,
  messageIn,
  needsSearch,
  originOf,
  otherOf,
  outgoingContext,
  type OutgoingMessageContext,
  type OutgoingMessageEvent,
  type OutgoingMessageFailure,
  type OutgoingMessageInput,
  type OutgoingMessageUpdate,
  ownState,
  requestOf,
  swapped,
  withoutOther,
} from './outgoing-message-context.ts';
import { sendReactionMachine } from './send-reaction.machine.ts';
import { sealMessageMachine, wrapOrder, type WrapOutcome } from './seal-message.machine.ts';

const UNSIGNED: OutgoingMessageFailure = { message: { code: 'publish.unsigned' } };
const UNCONFIRMED: OutgoingMessageFailure = { message: { code: 'publish.unconfirmed' } };
const UNLOCATED: OutgoingMessageFailure = { message: { code: 'messages.unlocated' } };

/** Request id of the lookups of the other unsent texts. */
const OTHER = 'other';

/** During sending, the field takes the next texts. */
const TYPE_NEXT = {
  'outgoing.write': { actions: ['writeNext', 'notifyNext'] },
  'outgoing.send': { guard: 'isNextSendable', actions: 'enqueueNext' },
} as const;

/**
 * The outgoing messages to one peer (DM-05, INV-NO-LOSS). A draft is cleared only after an OK. The
 * text is encrypted and sent through the outbox. A retry reuses the signed event if the text is
 * unchanged. After a crash the job is found by its origin. A peer with message relays gets the
 * private form (NIP-17) as two wraps. It counts as sent once a relay accepts the peer's wrap.
 *
 * One text is sent at a time. The next ones are typed and queued meanwhile, also while no relay
 * answers. After another failure:
 * - Nothing is sent by itself. A later message without the failed one could be misunderstood, so
 *   the queued texts become unsent texts.
 * - The field never changes under the user. The failed text comes back if the field is empty.
 *   Otherwise it is the first of the other unsent texts.
 */
export const outgoingMessageMachine = setup({
  types: {
    context: {} as OutgoingMessageContext,
    events: {} as OutgoingMessageEvent,
    input: {} as OutgoingMessageInput,
    tags: {} as 'sending' | 'checking',
    children: {} as { wrap: 'wrap'; [reaction: `reaction ${number}`]: 'reaction' },
  },
  actors: { wrap: sealMessageMachine, reaction: sendReactionMachine },
  guards: {
    hasOthers: ({ context }) => context.others.length > 0,
    hasQueued: ({ context }) => context.queue.length > 0,
    isTyped: ({ context }) => isBegun(context.next),
    isNextSendable: ({ context }) => isSendable(context.next?.text.reveal() ?? ''),
    isOther: ({ event }) => 'request' in event && event.request === OTHER,
    isOtherSending: ({ context, event }) =>
      event.type === 'outbox.jobChanged' &&
      stateOf(event.record) === 'sending' &&
      otherOf(event.record, context) !== undefined,
    isBegun: ({ context }) => isBegun(context.outgoing),
    isSendable: ({ context }) => isSendable(context.outgoing.text.reveal() ?? ''),
    isUnlocated: ({ context }) => needsSearch(formIn(context), context),
    isPrivate: ({ context }) => formIn(context) === 'nip17',
    isLooking: ({ context, event }) =>
      event.type === 'inboxes.located' && event.request !== requestOf(context.peer, true),
    isLocated: ({ event }) => event.type === 'inboxes.located' && event.relays !== undefined,
    isWrapped: (_, { outcome }: { outcome: WrapOutcome }) => outcome.ok,
    isSealed: ({ event }) => textIn(event) !== undefined,
    isStale: ({ context, event }) =>
      event.type === 'outbox.jobChanged' && isForeign(event.record, context),
    isOwnAccepted: ({ context, event }) =>
      event.type === 'outbox.jobChanged' && ownState(event.record, context) === 'accepted',
    isOwnSending: ({ context, event }) =>
      event.type === 'outbox.jobChanged' && ownState(event.record, context) === 'sending',
    isChangedFailure: ({ context, event }) =>
      context.next !== undefined &&
      event.type === 'outbox.jobChanged' &&
      stateOf(event.record) === 'failed',
    /** No relay answered, and the outbox sends it again. Later texts wait behind it. */
    isUnanswered: ({ event }) => event.type === 'outbox.jobChanged' && isSentAgain(event.record),
    isWaiting: ({ context }) => isWaiting(context.failure?.why),
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
      whenEvent('outgoing.write', ({ context, event }) => ({
        outgoing: changed(context.outgoing, event, context),
        failure: context.failedId === undefined ? undefined : context.failure,
      })),
    ),
    writeNext: assign(
      whenEvent('outgoing.write', ({ context, event }) => {
        const { peer, wanted, changedAt } = context.outgoing;
        const next = context.next ?? { peer, wanted, changedAt, text: secretOf('') };
        return { next: changed(next, event, context) };
      }),
    ),
    notifyNext: enqueueActions(({ context: { next }, enqueue }) => {
      if (next) enqueue.sendParent({ type: 'outgoing.changed', outgoing: next });
    }),
    enqueueNext: assign(
      whenEvent('outgoing.send', ({ context: { next, queue }, event: { now } }) =>
        next ? { next: undefined, queue: [...queue, { outgoing: next, now }] } : {},
      ),
    ),
    takeQueued: assign(
      ({
        context: {
          outgoing: { wanted },
          queue: [first, ...queue],
        },
      }) => (first ? { outgoing: { ...first.outgoing, wanted }, now: first.now, queue } : {}),
    ),
    takeNext: assign(({ context: { outgoing, next } }) =>
      next ? { outgoing: { ...next, wanted: outgoing.wanted }, next: undefined } : {},
    ),
    keepQueued: assign(({ context: { queue, others } }) => ({
      others: [...queue.map(({ outgoing }) => outgoing), ...others],
      queue: [],
    })),
    keepFailed: assign(({ context }) => leaveFailed(context)),
    /** The checked text was never sent, and the user has changed it. */
    mergeChange: enqueueActions(({ context: { outgoing, next }, enqueue }) => {
      if (!next) return;
      const merged = { ...outgoing, text: next.text, changedAt: next.changedAt };
      enqueue.assign({ outgoing: merged, next: undefined });
      for (const one of [merged, { ...next, text: secretOf('') }])
        enqueue.sendParent({ type: 'outgoing.changed', outgoing: one });
    }),
    /** An unsent text is sent after all: by the outbox, or since an earlier page. */
    adopt: assign(
      whenEvent('outbox.jobChanged', ({ context, event }) => adopted(context, event.record)),
    ),
    /** An unsent text was accepted after all. */
    settleOther: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.jobChanged' || stateOf(event.record) !== 'accepted') return;
      const { account, peer } = context;
      const other = otherOf(event.record, context);
      if (!other) return;
      enqueue.assign(withoutOther(context, other));
      enqueue.sendParent({
        type: 'outgoing.changed',
        outgoing: { ...other, text: secretOf('') },
      } satisfies OutgoingMessageUpdate);
      const message = messageIn(event.record, account, undefined);
      if (message)
        enqueue.sendParent({
          type: 'outgoing.sent',
          peer,
          message,
          text: other.text,
        } satisfies OutgoingMessageUpdate);
    }),
    swap: assign(({ context }) => swapped(context)),
    locate: sendTo(
      ({ context }) => context.scope,
      (
        { context: { peer }, self },
        { isSending }: { isSending: boolean },
      ): CommandTo<'inboxes'> => ({
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
    date: assign(
      whenEvent('outgoing.send', ({ event: { now } }) => ({
        now,
        failure: undefined,
        failedId: undefined,
      })),
    ),
    watch: sendTo(
      ({ context }) => context.scope,
      ({ context: { outgoing }, self }) => ({
        type: 'outbox.subscribeToOrigin',
        origin: originOf(outgoing),
        from: self,
      }),
    ),
    /** Only once, because the outbox then sends every change. */
    watchOthers: enqueueActions(({ context: { scope, others, isWatched }, enqueue, self }) => {
      if (isWatched) return;
      enqueue.assign({ isWatched: true });
      for (const other of others)
        enqueue.sendTo(scope, {
          type: 'outbox.subscribeToOrigin',
          origin: originOf(other),
          from: self,
          request: OTHER,
        });
    }),
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
    followJob: assign(
      whenEvent('outbox.jobChanged', ({ event }) => ({
        job: event.record.job,
        failure: undefined,
      })),
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
    renew: assign(({ context }) => ({
      outgoing: { ...context.outgoing, changedAt: afterAll(context) },
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
      },
    ),
  },
}).createMachine({
  id: 'outgoingMessage',
  context: ({ input }) => outgoingContext(input),
  entry: { type: 'locate', params: { isSending: false } },
  on: {
    'inboxes.located': { actions: 'recordRelays' },
    'outgoing.react': { actions: 'react' },
    'reaction.failed': { actions: 'recordUnreacted' },
    'outbox.jobChanged': { actions: 'settleOther' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isBegun', target: 'checking' },
        { target: 'writing', actions: 'watchOthers' },
      ],
    },
    /** Check if the found draft was already being sent before the reload. */
    checking: {
      tags: 'checking',
      entry: 'watch',
      exit: 'watchOthers',
      on: {
        'outgoing.write': { actions: ['writeNext', 'notifyNext'] },
        'outbox.jobMissing': [{ guard: 'isOther' }, { target: 'writing', actions: 'mergeChange' }],
        'outbox.jobCreated': [{ guard: 'isOther' }, { actions: 'recordJob' }],
        'outbox.jobChanged': [
          { guard: 'isStale', actions: 'settleOther' },
          { guard: 'isAccepted', target: 'continuing', actions: 'finish' },
          // a failed text that is changed is another message
          { guard: 'isChangedFailure', target: 'writing', actions: ['giveUp', 'mergeChange'] },
          { guard: 'isUnanswered', target: 'pending', actions: 'recordFailure' },
          { guard: 'isFailed', target: 'failed', actions: 'recordFailure' },
          { guard: 'isSending', target: 'pending' },
          // the signature is not needed any more
          { target: 'writing', actions: ['giveUp', 'mergeChange'] },
        ],
      },
      after: { openTimeout: { target: 'writing', actions: 'mergeChange' } },
    },
    writing: {
      on: {
        'outgoing.write': { actions: ['write', 'notifyChanged'] },
        'outgoing.send': { guard: 'isSendable', target: 'choosing', actions: 'date' },
        'outgoing.chooseForm': { actions: ['chooseForm', 'notifyChanged'] },
        'outgoing.showNext': { guard: 'hasOthers', target: 'deciding', actions: 'swap' },
        'outbox.jobChanged': [
          // the outbox opened late
          { guard: 'isOwnAccepted', target: 'continuing', actions: 'finish' },
          { guard: 'isOwnSending', target: 'pending', actions: 'followJob' },
          { guard: 'isOtherSending', target: 'pending', actions: 'adopt' },
          { actions: 'settleOther' },
        ],
      },
    },
    /** A text was accepted. Send the next one, or show the text that was typed meanwhile. */
    continuing: {
      always: [
        { guard: 'hasQueued', target: 'choosing', actions: 'takeQueued' },
        { target: 'writing', actions: 'takeNext' },
      ],
    },
    /** A text was not sent, and has no job. */
    stopping: {
      entry: 'keepQueued',
      always: [{ guard: 'isTyped', target: 'writing', actions: 'keepFailed' }, 'writing'],
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
        ...TYPE_NEXT,
        'inboxes.located': [
          { guard: 'isLooking', actions: 'recordRelays' },
          { guard: 'isLocated', target: 'choosing', actions: ['recordRelays', 'recordLookedUp'] },
          { target: 'stopping', actions: 'recordUnlocated' },
        ],
      },
      after: { locateTimeout: { target: 'stopping', actions: 'recordUnlocated' } },
    },
    wrapping: {
      tags: 'sending',
      on: TYPE_NEXT,
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
            target: 'stopping',
            actions: {
              type: 'recordUnwrapped',
              params: ({ event }) => ({ outcome: event.output }),
            },
          },
        ],
        onError: {
          target: 'stopping',
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
      on: {
        ...TYPE_NEXT,
        'outbox.jobCreated': [{ guard: 'isOther' }, { target: 'pending', actions: 'recordJob' }],
      },
      after: { orderTimeout: { target: 'handing', reenter: true } },
    },
    sealing: {
      tags: 'sending',
      entry: 'encrypt',
      exit: 'cancelEncrypt',
      on: {
        ...TYPE_NEXT,
        'sign.settled': [
          { guard: 'isSealed', target: 'ordered', actions: 'recordSealed' },
          { target: 'stopping', actions: 'recordUnsealed' },
        ],
      },
      after: { signTimeout: { target: 'stopping', actions: 'recordUnsealed' } },
    },
    /**
     * The same text is the same job. If the outbox cannot be written, or it or `intents` was
     * restarted and forgot the order, the text is ordered again.
     */
    ordered: {
      tags: 'sending',
      entry: 'order',
      on: {
        ...TYPE_NEXT,
        'outbox.jobCreated': [{ guard: 'isOther' }, { target: 'pending', actions: 'recordJob' }],
      },
      after: { orderTimeout: { target: 'ordered', reenter: true } },
    },
    pending: {
      tags: 'sending',
      on: {
        ...TYPE_NEXT,
        // another tab sends the same draft
        'outbox.jobCreated': [{ guard: 'isOther' }, { actions: 'recordJob' }],
        'outbox.jobChanged': [
          { guard: 'isStale', actions: 'settleOther' },
          { guard: 'isAccepted', target: 'continuing', actions: 'finish' },
          { guard: 'isUnanswered', actions: 'recordFailure' },
          { guard: 'isFailed', target: 'failing', actions: 'recordFailure' },
          { guard: 'isSending', actions: 'clearFailure' },
          { guard: 'isOver', target: 'stopping', actions: ['recordFailure', 'giveUp'] },
        ],
      },
      after: {
        publishTimeout: [
          { guard: 'isWaiting', target: 'pending', reenter: true },
          { target: 'failing', actions: 'recordSilence' },
        ],
      },
    },
    /** A text was sent, and no relay accepted it. */
    failing: {
      entry: 'keepQueued',
      always: [{ guard: 'isTyped', target: 'writing', actions: 'keepFailed' }, 'failed'],
    },
    /**
     * The event is signed and never signed again. It can be sent again, or dropped for another
     * text.
     */
    failed: {
      on: {
        'outbox.jobChanged': [
          { guard: 'isStale', actions: 'settleOther' },
          { guard: 'isAccepted', target: 'continuing', actions: 'finish' },
          // a relay came back, and the outbox retries
          { guard: 'isSending', target: 'pending', actions: 'clearFailure' },
          { guard: 'isOver', target: 'writing', actions: 'giveUp' },
        ],
        'outgoing.send': { target: 'pending', actions: ['date', 'retry'] },
        'outgoing.write': { target: 'writing', actions: ['write', 'giveUp', 'notifyChanged'] },
        'outgoing.showNext': { guard: 'hasOthers', target: 'deciding', actions: 'swap' },
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
