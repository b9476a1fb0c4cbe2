import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { secretOf } from '../../events/account/keys/secret.ts';
import { signingMessage } from '../../events/account/signing/signing-error.ts';
import { draftOf, isNamed, messageDraft } from '../../events/messages/outgoing-message.ts';
import { inMillis, inSeconds, millis, toSeconds } from '../../events/core/time.ts';
import { nextCreatedAt } from '../../events/publish/outbox/event-template.ts';
import { textIn } from '../core/sign-request.ts';
import { whenEvent } from '../core/event-guards.ts';
import type { CommandTo } from '../core/feature.ts';
import type { PublishIntent } from '../core/outbox-protocol.ts';
import {
  adopted,
  afterAll,
  changed,
  enteredAfter,
  failureIn,
  leaveFailed,
  originOf,
  outgoingContext,
  type OutgoingMessageContext,
  type OutgoingMessageEvent,
  type OutgoingMessageFailure,
  type OutgoingMessageInput,
  type OutgoingMessageUpdate,
  requestOf,
  swapped,
} from './outgoing-message-context.ts';
import { isQuiet, OTHER, outgoingGuards } from './outgoing-message-guards.ts';
import {
  enqueueNext,
  finish,
  keepQueued,
  mergeChange,
  settleOther,
} from './outgoing-message-steps.ts';
import { sendReactionMachine } from './send-reaction.machine.ts';
import { sealMessageMachine, wrapOrder, type WrapOutcome } from './seal-message.machine.ts';

const UNSIGNED: OutgoingMessageFailure = { message: { code: 'publish.unsigned' } };
const UNCONFIRMED: OutgoingMessageFailure = { message: { code: 'publish.unconfirmed' } };
const UNLOCATED: OutgoingMessageFailure = { message: { code: 'messages.unlocated' } };

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
 * answers. They are stored with the time of Enter, so a later page sends them in their order.
 * That needs no prompt: with a locked key it waits for the key, or for the user.
 *
 * After another failure:
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
    tags: {} as 'sending' | 'checking' | 'locked',
    children: {} as { wrap: 'wrap'; [reaction: `reaction ${number}`]: 'reaction' },
  },
  actors: { wrap: sealMessageMachine, reaction: sendReactionMachine },
  guards: outgoingGuards,
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
    enqueueNext: enqueueActions(enqueueNext),
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
    keepQueued: enqueueActions(({ context, event, enqueue }, params: { hasJob: boolean }) =>
      keepQueued({ context, event, enqueue }, params),
    ),
    /** The outbox had a job for it, which the user discarded, or which ended long ago. */
    forgetOrder: assign(({ context: { outgoing } }) => ({ outgoing: draftOf(outgoing) })),
    allow: assign({ isResumed: false }),
    sendConfirmed: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'outgoing.confirm')
        enqueue.raise({ type: 'outgoing.send', now: millis(inSeconds(event.now) * 1_000) });
    }),
    keepFailed: assign(({ context }) => leaveFailed(context)),
    mergeChange: enqueueActions(mergeChange),
    /** An unsent text is sent after all: by the outbox, or since an earlier page. */
    adopt: assign(
      whenEvent('outbox.jobChanged', ({ context, event }) => adopted(context, event.record)),
    ),
    settleOther: enqueueActions(settleOther),
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
      whenEvent('outgoing.send', ({ context, event }) => {
        const { outgoing } = context;
        const now = enteredAfter(context, event.now);
        return {
          outgoing: { ...outgoing, isUnsent: undefined, enteredAt: now },
          now,
          failure: undefined,
          failedId: undefined,
          isResumed: false,
        };
      }),
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
      ({ context: { account, peer, outgoing, ...context }, self }) => {
        const act = {
          do: 'encrypt',
          scheme: 'nip04',
          peer,
          text: outgoing.text.reveal()?.trim() ?? '',
        } as const;
        const reason = { code: 'sign.sealMessage' } as const;
        return {
          type: 'sign.request' as const,
          request: {
            id: 'seal',
            from: self,
            pubkey: account,
            reason,
            act,
            quiet: isQuiet(context),
          },
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
    /** From now on, a missing job is one that was discarded. */
    recordOrdered: enqueueActions(({ context: { outgoing }, enqueue }) => {
      if (outgoing.enteredAt === undefined || outgoing.isOrdered) return;
      const ordered = { ...outgoing, isOrdered: true };
      enqueue.assign({ outgoing: ordered });
      enqueue.sendParent({ type: 'outgoing.changed', outgoing: ordered });
    }),
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
      outgoing: { ...draftOf(context.outgoing), changedAt: afterAll(context) },
    })),
    giveUp: enqueueActions(({ context: { job, scope }, enqueue }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      enqueue.assign({ job: undefined, wrapped: undefined });
    }),
    finish: enqueueActions(finish),
  },
}).createMachine({
  id: 'outgoingMessage',
  context: ({ input }) => outgoingContext(input),
  entry: { type: 'locate', params: { isSending: false } },
  on: {
    'inboxes.located': { actions: 'recordRelays' },
    'outgoing.locate': { actions: { type: 'locate', params: { isSending: false } } },
    'outgoing.react': { actions: 'react' },
    'reaction.failed': { actions: 'recordUnreacted' },
    'outgoing.confirm': { actions: 'sendConfirmed' },
    'outbox.jobChanged': { actions: 'settleOther' },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isEntered', target: 'resuming' },
        { guard: 'isBegun', target: 'checking' },
        { target: 'writing', actions: 'watchOthers' },
      ],
    },
    /**
     * A text that was sent on an earlier page: follow its job, or send it now. Until the outbox has
     * opened, it may have a job.
     */
    resuming: {
      tags: 'sending',
      entry: 'watch',
      exit: 'watchOthers',
      on: {
        ...TYPE_NEXT,
        'outbox.jobMissing': [
          { guard: 'isOther' },
          { guard: 'isOrdered', target: 'stopping', actions: 'forgetOrder' },
          { target: 'choosing' },
        ],
        'outbox.jobCreated': [{ guard: 'isOther' }, { actions: 'recordJob' }],
        'outbox.jobChanged': [
          { guard: 'isStale', actions: 'settleOther' },
          { guard: 'isAccepted', target: 'continuing', actions: 'finish' },
          { guard: 'isUnanswered', target: 'pending', actions: 'recordFailure' },
          { guard: 'isFailed', target: 'failing', actions: 'recordFailure' },
          { guard: 'isSending', target: 'pending' },
          { guard: 'isAbandoned', target: 'pending', actions: 'retry' },
          { target: 'stopping', actions: ['recordFailure', 'giveUp'] },
        ],
      },
      after: { orderTimeout: { target: 'resuming', reenter: true } },
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
        'outgoing.send': {
          guard: 'isSendable',
          target: 'choosing',
          actions: ['date', 'notifyChanged'],
        },
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
      entry: { type: 'keepQueued', params: { hasJob: false } },
      always: [{ guard: 'isTyped', target: 'writing', actions: 'keepFailed' }, 'writing'],
    },
    /** Texts of an earlier page wait for the locked key, because they need no prompt. */
    locked: {
      tags: ['sending', 'locked'],
      on: {
        ...TYPE_NEXT,
        'outgoing.send': [
          { guard: 'isNextSendable', target: 'choosing', actions: 'enqueueNext' },
          { target: 'choosing', actions: 'allow' },
        ],
        'outgoing.allowPrompts': { target: 'choosing', actions: 'allow' },
        'account.unlocked': 'choosing',
      },
    },
    /** The relays of the peer are not known yet. Texts of an earlier page wait for them. */
    unlocated: {
      tags: 'sending',
      on: TYPE_NEXT,
      after: { orderTimeout: 'choosing' },
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
          { guard: 'isResumed', target: 'unlocated' },
          { target: 'stopping', actions: 'recordUnlocated' },
        ],
      },
      after: {
        locateTimeout: [
          { guard: 'isResumed', target: 'unlocated' },
          { target: 'stopping', actions: 'recordUnlocated' },
        ],
      },
    },
    wrapping: {
      tags: 'sending',
      on: TYPE_NEXT,
      invoke: {
        id: 'wrap',
        src: 'wrap',
        input: ({ context: { account, peer, signer, outgoing, now, sentAt, ...context } }) => ({
          account,
          peer,
          signer,
          quiet: isQuiet(context),
          text: outgoing.text,
          now: nextCreatedAt(toSeconds(now), sentAt),
        }),
        onDone: [
          {
            guard: { type: 'isWrapped', params: ({ event }) => ({ outcome: event.output }) },
            target: 'handing',
            actions: { type: 'recordWrapped', params: ({ event }) => ({ outcome: event.output }) },
          },
          { guard: 'isQuiet', target: 'locked' },
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
          { guard: 'isQuiet', target: 'locked' },
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
          { guard: 'isUnanswered', actions: ['recordFailure', 'recordOrdered'] },
          { guard: 'isFailed', target: 'failing', actions: 'recordFailure' },
          { guard: 'isSending', actions: ['clearFailure', 'recordOrdered'] },
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
      entry: { type: 'keepQueued', params: { hasJob: true } },
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
        'outgoing.send': { target: 'pending', actions: ['date', 'retry', 'notifyChanged'] },
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
