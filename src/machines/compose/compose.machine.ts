import { type ActorRefFrom, assign, enqueueActions, sendTo, setup, spawnChild } from 'xstate';
import { attached, described, detached } from '../../events/compose/attachments.ts';
import {
  draftOf,
  draftTarget,
  extrasFault,
  isBlank,
  originOf,
  renewed,
} from '../../events/compose/compose.ts';
import { BLANK } from '../../events/publish/writing/writing.ts';
import { failureOf } from '../../events/publish/outbox/outbox.ts';
import { relaysNotifiedBy } from '../../events/publish/outbox/targets.ts';
import { toSeconds } from '../../events/core/time.ts';
import { endingOf, judgeCrash, pathed } from '../core/supervision.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import { unsentNews } from '../account/session/unsent-text.ts';
import {
  BEGIN,
  CHANGES,
  type ComposeContext,
  type ComposeInput,
  draftListOf,
  minedOrder,
  miningInput,
  NO_FAILURE,
  NO_JOB,
  ORDERED,
  orderOf,
  placeIn,
  planEnd,
  postedNews,
  reasonIn,
  scheduledNews,
  standIn,
  uploadsIn,
  withText,
  writtenIn,
} from './compose-context.ts';
import { COMPOSE_GUARDS } from './compose-guards.ts';
import type {
  ComposeEvent,
  DraftCommand,
  DraftInput,
  EmojiCommand,
  MiningInput,
} from './compose-protocol.ts';
import { draftListMachine } from './draft-list.machine.ts';
import { emojiSetsMachine } from './emoji/emoji-sets.machine.ts';
import { mentionMachine } from './emoji/mention.machine.ts';
import { uploadsMachine } from '../media/upload/uploads.machine.ts';

const toScope = ({ context }: { readonly context: ComposeContext }) => context.scope;

/**
 * One text, from its first letter until it is accepted (PUBLISH-01, PUBLISH-04, INV-NO-LOSS). It is
 * stored within 200 ms of each change. It is removed only after an OK or by the user. Repeated
 * publish events count once, and publishing waits for uploads. A job left by a crash is found by
 * its origin and resumed, not written again.
 */
export const composeMachine = setup({
  types: {
    context: {} as ComposeContext,
    events: {} as ComposeEvent,
    input: {} as ComposeInput,
    tags: {} as
      | 'opening'
      | 'early'
      | 'editable'
      | 'awaiting'
      | 'incomplete'
      | 'describing'
      | 'mining'
      | 'publishing'
      | 'failed'
      | 'leaving',
    children: {} as {
      drafts: 'drafts';
      emojis: 'emojis';
      mining: 'mining';
      uploads: 'uploads';
      mention: 'mention';
      emojiSets: 'emojiSets';
      draftList: 'draftList';
    },
  },
  actors: {
    drafts: callbackPort<DraftCommand, DraftInput>('drafts'),
    emojis: callbackPort<EmojiCommand, { account: string }>('emojis'),
    mining: callbackPort<{ type: 'mining.unavailable' }, MiningInput>('mining'),
    uploads: uploadsMachine,
    mention: mentionMachine,
    emojiSets: emojiSetsMachine,
    draftList: draftListMachine,
  },
  guards: COMPOSE_GUARDS,
  delays: {
    openTimeout: 5_000,
    pause: 200,
    orderTimeout: 15_000,
    publishTimeout: 20 * 60_000,
    mineTimeout: 60 * 60_000,
  },
  actions: {
    restore: assign(({ context, event }) =>
      event.type === 'draft.found' && event.writing
        ? {
            writing: event.writing,
            found: event.writing,
            early: context.writing,
            submission: undefined,
          }
        : {},
    ),
    recordPlace: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'draft.found') return;
      enqueue.assign(placeIn(context, event));
      // Another tab may send or delete one of the others, so their number is watched.
      if (!event.others || self.getSnapshot().children.draftList) return;
      enqueue.spawnChild('draftList', draftListOf(context));
    }),
    keepFiles: assign(
      whenEvent('uploads.add', ({ context, event }) => ({
        earlyFiles: [...context.earlyFiles, event],
      })),
    ),
    notifyUploads: enqueueActions(({ event, enqueue, self }) => {
      if (event.type === 'network.offline' && self.getSnapshot().children.uploads)
        enqueue.sendTo('uploads', event);
    }),
    addEarly: enqueueActions(({ context, context: { early, earlyFiles }, enqueue }) => {
      for (const files of earlyFiles) enqueue.sendTo('uploads', files);
      const writing = writtenIn(context);
      enqueue.assign({ writing, early: BLANK, earlyFiles: [], ...uploadsIn(context) });
      if (early.text !== '') enqueue.sendTo('drafts', { type: 'draft.keep', writing });
    }),
    write: assign(
      whenEvent('compose.write', ({ context, event }) => ({
        writing: withText(context, event),
        ...NO_FAILURE,
      })),
    ),
    /** Set or remove a warning, a poll or a time. */
    change: assign(
      whenEvent('compose.set', ({ context: { writing }, event }) => ({
        writing: { ...writing, ...event.extras, begun: writing.begun || event.now },
        ...NO_FAILURE,
      })),
    ),
    declare: assign(
      whenEvent('compose.declare', ({ context: { writing }, event }) => ({
        writing: { ...writing, emojis: { ...writing.emojis, [event.shortcode]: event.url } },
      })),
    ),
    openEmojis: enqueueActions(({ context: { account, scope, relays }, enqueue, self }) => {
      if (self.getSnapshot().children.emojiSets) return;
      enqueue.spawnChild('emojiSets', {
        id: 'emojiSets',
        input: { account, scope, relays: relays.map(({ url }) => url) },
      });
    }),
    /** Open the draft list again, even if it failed before. */
    openBox: enqueueActions(({ context, enqueue }) => {
      enqueue.stopChild('draftList');
      enqueue.spawnChild('draftList', draftListOf(context));
    }),
    recordDescriptionAsked: assign({ isDescriptionAsked: true }),
    recordFault: assign(({ context: { aim, writing }, event }) =>
      event.type === 'compose.publish'
        ? { ...NO_FAILURE, failure: extrasFault(aim, writing, toSeconds(event.now)) }
        : {},
    ),
    attach: assign(
      whenEvent('compose.attach', ({ context: { writing }, event }) => ({
        writing: attached(writing, event, event.now),
      })),
    ),
    detach: enqueueActions(({ context: { writing }, event, enqueue }) => {
      if (event.type !== 'compose.detach') return;
      enqueue.assign({ writing: detached(writing, event.url) });
      enqueue.sendTo('uploads', { type: 'uploads.forget', url: event.url });
    }),
    describe: assign(
      whenEvent('compose.describe', ({ context: { writing }, event }) => ({
        writing: described(writing, event.url, event.alt),
      })),
    ),
    recordStand: assign(
      whenEvent('uploads.statusChanged', ({ context, event }) => standIn(context, event)),
    ),
    recordSubmission: assign(
      whenEvent('compose.publish', ({ event }) => ({ submission: event, omitted: 0 })),
    ),
    omitUnsent: assign(({ context: { unsent } }) => ({ omitted: unsent })),
    submitEarly: enqueueActions(({ context: { submission }, enqueue }) => {
      if (submission) enqueue.raise({ type: 'compose.publish', ...submission });
    }),
    recordEmojis: assign(whenEvent('emoji.history', ({ event }) => ({ emojis: event.history }))),
    forgetEmojis: assign({ emojis: [] }),
    forgetUploads: assign({ uploading: 0, pictures: 0, unsent: 0 }),
    keepEmoji: sendTo('emojis', ({ event }) => ({
      type: 'emoji.used',
      sign: event.type === 'compose.picked' ? event.sign : '',
    })),
    keep: sendTo('drafts', ({ context: { writing } }) => ({ type: 'draft.keep', writing })),
    /** A new note can be set aside. An answer or a quote waits at its note. */
    save: sendTo('drafts', ({ context: { aim, writing }, event }) => ({
      type: 'draft.keep',
      writing,
      ...(event.type === 'compose.save' && event.isAside && aim.type === 'note'
        ? { isAside: true as const }
        : {}),
    })),
    drop: sendTo('drafts', { type: 'draft.drop' }),
    /** Store the last typed letters, and say where the text is. */
    leaveAccount: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'account.ending') return;
      const writing = writtenIn(context);
      if (isBlank(writing)) return;
      enqueue.sendTo(
        'drafts',
        event.isErased ? { type: 'draft.drop' } : { type: 'draft.keep', writing },
      );
      enqueue.sendTo(context.bus, unsentNews('note', event.isErased));
    }),
    empty: assign({ writing: BLANK, job: undefined }),
    /** Begin another text after the previous one was published. */
    renew: assign(({ context }) => ({ writing: renewed(context.writing), ...NO_JOB })),
    watch: sendTo(toScope, ({ context: { aim, writing }, self }) => ({
      type: 'outbox.subscribeToOrigin',
      origin: originOf(aim, writing),
      from: self,
    })),
    order: enqueueActions(({ context, enqueue, self }) => {
      if (!context.submission) return;
      enqueue.assign(ORDERED);
      enqueue.sendTo(context.scope, orderOf(context, context.submission, self));
    }),
    orderMined: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'mining.found') return;
      enqueue.assign(ORDERED);
      enqueue.sendTo(context.scope, minedOrder(context, event, self));
    }),
    recordUnmined: assign({ ...NO_FAILURE, failure: 'publish.notMined' }),
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays })),
    ),
    /**
     * Request the inboxes of the people to notify while the text is written (BEYOND-14): first
     * those answered, then everyone mentioned.
     */
    receiveInboxes: enqueueActions(
      ({ context: { aim, writing, account, scope, isLearned }, event, enqueue }) => {
        if (event.type !== 'compose.write' || (isLearned && event.people === undefined)) return;
        enqueue.assign({ isLearned: true });
        const people = relaysNotifiedBy(draftOf(aim, writing, account));
        if (people.length > 0)
          enqueue.sendTo(scope, {
            type: 'inboxes.record',
            people,
            now: toSeconds(event.now),
          });
      },
    ),
    /** Restart failed helpers. The text is not touched. */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue.sendTo(context.scope, { type: 'scope.crashed', crash: pathed('compose', crash) });
      enqueue(endingOf(self, event));
      enqueue.stopChild(crash.actor);
      enqueue.assign({ restarts });
      if (isRestarted && crash.actor === 'mention')
        enqueue.spawnChild('mention', { id: 'mention', input: { bus: context.bus } });
    }),
    notifyPosted: sendTo(toScope, ({ context }) => postedNews(context)),
    notifyScheduled: enqueueActions(({ context, enqueue }) => {
      if (!context.isReturned) enqueue.sendTo(context.scope, scheduledNews(context));
    }),
    keepPlan: assign({ isPlanKept: true, job: undefined }),
    losePlan: assign({ isPlanKept: false }),
    dropPlan: sendTo(toScope, ({ context }) => planEnd(context)),
    /** Give the scheduled note back to the log as it was. */
    reschedule: enqueueActions(({ context, enqueue, self }) => {
      const { aim, scope } = context;
      if (aim.plan === undefined) return;
      enqueue.assign({ ...NO_FAILURE, job: undefined, record: undefined, isReturned: true });
      enqueue.sendTo(scope, { type: 'outbox.reschedule', job: aim.plan, from: self });
    }),
    recordJob: assign(whenEvent('outbox.jobCreated', ({ event }) => ({ job: event.job }))),
    note: assign(
      whenEvent('outbox.jobChanged', ({ event }) => ({
        job: event.record.job,
        record: event.record,
      })),
    ),
    recordFailure: assign(
      whenEvent('outbox.jobChanged', ({ event }) => ({
        failure: failureOf(event.record),
        reason: reasonIn(event.record),
      })),
    ),
    clearFailure: assign(NO_FAILURE),
    recordUnlocated: assign({ ...NO_FAILURE, failure: 'publish.notLocated' }),
    recordNoRelay: assign({ ...NO_FAILURE, failure: 'publish.noRelay' }),
    recordUnkept: assign(({ event }) =>
      event.type === 'draft.writeFailed' ? { unkept: event.reason } : { unkept: undefined },
    ),
    retry: enqueueActions(({ context: { scope, job }, event, enqueue, self }) => {
      if (event.type !== 'compose.retry' || job === undefined) return;
      enqueue.assign(NO_FAILURE);
      enqueue.sendTo(scope, { type: 'outbox.retry', job, now: toSeconds(event.now), from: self });
    }),
    giveUp: enqueueActions(({ context: { scope, job }, enqueue }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      enqueue.assign({ job: undefined, record: undefined });
    }),
  },
}).createMachine({
  id: 'compose',
  context: ({ input }) => ({ ...input, ...BEGIN }),
  invoke: [
    {
      id: 'drafts',
      src: 'drafts',
      input: ({ context: { account, aim } }) => ({
        account,
        target: draftTarget(aim),
        isChosen: aim.place !== undefined,
      }),
      onError: { actions: assign({ unkept: 'blocked' }) },
    },
    {
      id: 'emojis',
      src: 'emojis',
      input: ({ context }) => ({ account: context.account }),
      onError: { actions: 'forgetEmojis' },
    },
    {
      id: 'uploads',
      src: 'uploads',
      input: ({ context: { account, bus, signer, home } }) => ({ account, bus, signer, home }),
      onError: { actions: 'forgetUploads' },
    },
  ],
  entry: spawnChild('mention', { id: 'mention', input: ({ context: { bus } }) => ({ bus }) }),
  on: {
    'relayList.changed': { actions: 'receiveRelays' },
    'xstate.error.actor.mention': { actions: 'supervise' },
    'xstate.error.actor.emojiSets': { actions: 'supervise' },
    'xstate.error.actor.draftList': { actions: 'supervise' },
    'compose.drafts': { actions: 'openBox' },
    'outbox.jobChanged': { guard: 'isPlanTaken', target: '.checking', actions: 'losePlan' },
    // a text that was begun before the disk answered gets its own place
    'draft.found': { actions: 'recordPlace' },
    'draft.writeFailed': { actions: 'recordUnkept' },
    'draft.kept': { actions: 'recordUnkept' },
    'draft.flush': { actions: 'keep' },
    'account.ending': { actions: 'leaveAccount' },
    'uploads.statusChanged': { actions: 'recordStand' },
    'uploads.add': { actions: 'keepFiles' },
    'network.offline': { actions: 'notifyUploads' },
    'emoji.history': { actions: 'recordEmojis' },
    'compose.picked': { actions: 'keepEmoji' },
    'compose.emojis': { actions: 'openEmojis' },
  },
  initial: 'opening',
  states: {
    /** No draft is stored or removed before the stored ones are known. */
    opening: {
      tags: ['opening', 'early'],
      on: {
        'draft.found': [
          { guard: 'isFound', target: 'checking', actions: ['recordPlace', 'restore'] },
          { guard: 'isBegun', target: 'writing.unkept', actions: ['recordPlace', 'submitEarly'] },
          { target: 'writing', actions: 'recordPlace' },
        ],
        'draft.flush': {},
        // the user may type before the stored drafts are known; a text sent then goes out only if
        // there is no stored one
        'compose.write': { actions: 'write' },
        'compose.publish': { actions: 'recordSubmission' },
        'compose.close': { guard: 'isUntouched', target: 'closed' },
      },
      after: {
        openTimeout: [
          { guard: 'isBegun', target: 'writing.unkept', actions: 'submitEarly' },
          { target: 'writing' },
        ],
      },
    },
    /** Check if the stored text was already being published when the page closed. */
    checking: {
      tags: 'opening',
      entry: 'watch',
      on: {
        'outbox.jobMissing': 'writing',
        'outbox.jobCreated': { actions: 'recordJob' },
        'outbox.jobChanged': [
          { guard: 'isOwnPlan', target: 'writing', actions: 'keepPlan' },
          { guard: 'isOther', target: 'writing', actions: 'renew' },
          { guard: 'isAccepted', target: 'writing', actions: ['drop', 'empty'] },
          { guard: 'isScheduled', target: 'writing', actions: ['drop', 'empty'] },
          { guard: 'isFailed', target: 'failed', actions: ['note', 'recordFailure'] },
          { guard: 'isSending', target: 'pending', actions: 'note' },
          { guard: 'isPlanBegun', target: 'pending', actions: 'note' },
          // that signature is no longer requested
          { target: 'writing', actions: ['recordFailure', 'giveUp'] },
        ],
        'compose.close': { guard: 'isAsFound', target: 'closed' },
      },
      after: { openTimeout: 'writing' },
    },
    writing: {
      tags: 'editable',
      entry: 'addEarly',
      always: { guard: 'isPlanChanged', actions: ['losePlan', 'dropPlan'] },
      initial: 'kept',
      on: {
        'compose.write': { target: '.unkept', actions: ['write', 'receiveInboxes'] },
        'uploads.add': { actions: sendTo('uploads', ({ event }) => event) },
        'compose.attach': { target: '.unkept', actions: 'attach' },
        'compose.detach': { target: '.unkept', actions: 'detach' },
        'compose.describe': { target: '.unkept', actions: 'describe' },
        'compose.set': { target: '.unkept', actions: 'change' },
        'compose.declare': { target: '.unkept', actions: 'declare' },
        'compose.publish': [
          { guard: 'isUnlocated', actions: 'recordUnlocated' },
          { guard: 'isWithoutRelay', actions: 'recordNoRelay' },
          { guard: 'isFaulty', actions: 'recordFault' },
          { guard: 'isUndescribed', target: 'describing', actions: ['recordSubmission', 'keep'] },
          { guard: 'isIncomplete', target: 'incomplete', actions: ['recordSubmission', 'keep'] },
          { guard: 'isUploading', target: 'awaiting', actions: ['recordSubmission', 'keep'] },
          { guard: 'isMined', target: 'mining', actions: ['recordSubmission', 'keep'] },
          {
            guard: 'isPostable',
            target: 'ordered',
            actions: ['recordSubmission', 'keep', 'order'],
          },
        ],
        'compose.close': [
          { guard: 'isBlank', target: 'closed', actions: 'drop' },
          { guard: 'isPlanIdle', target: 'closed', actions: 'drop' },
          { guard: 'isPlanUnchanged', target: 'ordered', actions: 'reschedule' },
          { target: 'leaving' },
        ],
      },
      states: {
        kept: {},
        unkept: {
          on: CHANGES,
          after: { pause: { target: 'kept', actions: 'keep' } },
        },
      },
    },
    /** Files failed to upload. The user decides if the text is published without them. */
    incomplete: {
      tags: 'incomplete',
      on: {
        'compose.attach': { actions: ['attach', 'keep'] },
        'compose.retryFiles': {
          target: 'awaiting',
          actions: sendTo('uploads', ({ event }) => ({ type: 'uploads.retry', now: event.now })),
        },
        'compose.publishIncomplete': { target: 'complete', actions: 'omitUnsent' },
        'compose.keepWriting': 'writing',
        'compose.close': 'writing',
      },
    },
    /** Publish once all files are uploaded. If one fails, the user decides. */
    awaiting: {
      tags: 'awaiting',
      on: {
        'compose.attach': { actions: ['attach', 'keep'] },
        'uploads.statusChanged': [
          { guard: 'isAnyUnsent', target: 'writing', actions: 'recordStand' },
          { guard: 'isStillUploading', actions: 'recordStand' },
          { target: 'complete', actions: 'recordStand' },
        ],
        'compose.keepWriting': 'writing',
        'compose.close': 'writing',
      },
    },
    complete: {
      always: [
        { guard: 'isUndescribed', target: 'describing' },
        { guard: 'isUnsettled', target: 'incomplete' },
        { guard: 'isUploading', target: 'awaiting' },
        { guard: 'isMined', target: 'mining', actions: 'keep' },
        { guard: 'isPostable', target: 'ordered', actions: ['keep', 'order'] },
        { target: 'writing' },
      ],
    },
    /**
     * The user decides, once for this text, if its pictures go without a description (BEYOND-15).
     */
    describing: {
      tags: 'describing',
      exit: 'recordDescriptionAsked',
      on: {
        'compose.publishUndescribed': 'complete',
        'compose.keepWriting': 'writing',
        'compose.close': 'writing',
      },
    },
    /** A worker mines the proof of work (SIGN-06) until the user stops it. */
    mining: {
      tags: 'mining',
      invoke: {
        id: 'mining',
        src: 'mining',
        input: ({ context }) => miningInput(context),
        onError: { target: 'writing', actions: 'recordUnmined' },
      },
      on: {
        'mining.found': { target: 'ordered', actions: 'orderMined' },
        'mining.failed': { target: 'writing', actions: 'recordUnmined' },
        'compose.keepWriting': 'writing',
        'compose.close': 'writing',
      },
      after: { mineTimeout: { target: 'writing', actions: 'recordUnmined' } },
    },
    leaving: {
      tags: 'leaving',
      entry: 'keep',
      on: {
        'compose.attach': { actions: ['attach', 'keep'] },
        'compose.save': { target: 'closed', actions: 'save' },
        'compose.discard': [
          { guard: 'isFromPlan', target: 'ordered', actions: 'reschedule' },
          { target: 'closed', actions: 'drop' },
        ],
        'compose.keepWriting': 'writing',
        'compose.close': 'writing',
      },
    },
    ordered: {
      tags: 'publishing',
      on: {
        'outbox.jobCreated': { target: 'pending', actions: 'recordJob' },
        // the log does not have the scheduled note any more
        'outbox.jobMissing': { target: 'leaving', actions: assign({ isReturned: false }) },
      },
      after: { orderTimeout: 'late' },
    },
    /** The outbox is not available now. It continues by itself, and the text is stored as well. */
    late: {
      tags: 'publishing',
      on: {
        'outbox.jobCreated': { target: 'pending', actions: 'recordJob' },
        'compose.close': 'closed',
      },
    },
    pending: {
      tags: 'publishing',
      on: {
        'outbox.jobChanged': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'published', actions: ['note', 'drop'] },
          { guard: 'isScheduled', target: 'scheduled', actions: ['note', 'drop'] },
          { guard: 'isFailed', target: 'failed', actions: ['note', 'recordFailure'] },
          { guard: 'isUnsigned', target: 'writing', actions: ['note', 'recordFailure', 'giveUp'] },
          { guard: 'isDiscarded', target: 'writing', actions: 'giveUp' },
          { actions: 'note' },
        ],
        'compose.close': 'closed',
      },
      after: {
        publishTimeout: { target: 'failed', actions: assign({ failure: 'publish.unconfirmed' }) },
      },
    },
    /**
     * The event is signed and never signed twice. It can be resent as it is, or discarded for a new
     * text.
     */
    failed: {
      tags: 'failed',
      on: {
        'outbox.jobChanged': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'published', actions: ['note', 'drop'] },
          // a relay came back, and the event is resent automatically
          { guard: 'isSending', target: 'pending', actions: ['note', 'clearFailure'] },
          { guard: 'isDiscarded', target: 'writing', actions: 'giveUp' },
          { actions: 'note' },
        ],
        'compose.retry': { target: 'pending', actions: 'retry' },
        'compose.edit': { target: 'writing', actions: ['giveUp', 'renew'] },
        'compose.close': 'closed',
      },
    },
    published: { type: 'final', entry: 'notifyPosted' },
    scheduled: { type: 'final', entry: 'notifyScheduled' },
    closed: { type: 'final' },
  },
});

export type ComposeActor = ActorRefFrom<typeof composeMachine>;
