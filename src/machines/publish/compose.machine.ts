import { type ActorRefFrom, assign, enqueueActions, sendTo, setup, spawnChild } from 'xstate';
import type { Message } from '../../events/app/message.ts';
import { attached, described, detached } from '../../events/publish/attachments.ts';
import { BLANK, type ComposeAim, draftOf, draftTarget, followed, originOf, renewed, type Writing } from '../../events/publish/compose.ts';
import { faultOf } from '../../events/publish/note.ts';
import { failureOf, type OutboxRecord, type PublishFailure, stateOf } from '../../events/publish/outbox.ts';
import { toldBy } from '../../events/publish/targets.ts';
import { later, toSeconds } from '../../events/time.ts';
import type { ScopeRef } from '../account/feature.ts';
import type { SignerRef } from '../account/signer-ref.ts';
import { endingOf, judgeCrash, pathed, type Restarts } from '../app/supervision.ts';
import type { Bus } from '../connection/bus.ts';
import type { RelayUse } from '../connection/pool-members.ts';
import { when } from '../narrow.ts';
import { callbackPort } from '../ports.ts';
import type { ComposeEvent, DraftCommand, DraftInput, EmojiCommand, Submission } from './compose-wire.ts';
import type { InboxesEvent } from './inboxes.machine.ts';
import type { IntentNews, PublishIntent } from './intents-context.ts';
import { mentionMachine } from './mention.machine.ts';
import { type UploadsAdd, uploadsMachine } from './uploads.machine.ts';

export interface ComposeInput {
  readonly account: string;
  readonly aim: ComposeAim;
  readonly scope: ScopeRef;
  /** For files of the text. `home`: origin of the page. */
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly home: string;
}

interface Context extends ComposeInput {
  /** Empty until the account's are known. */
  readonly relays: readonly RelayUse[];
  /** Helpers that failed were started again so often. */
  readonly restarts: Restarts;
  /** Whether the inboxes of the people it tells were asked for. */
  readonly isLearned: boolean;
  readonly writing: Writing;
  /** What was typed before it was known what was kept, and files that came when the text could not be changed. */
  readonly early: Writing;
  readonly earlyFiles: readonly UploadsAdd[];
  readonly job: string | undefined;
  readonly record: OutboxRecord | undefined;
  /** Why it was not published the last time. */
  readonly failure: PublishFailure | 'publish.noRelay' | 'publish.notLocated' | undefined;
  /** The signer's reason, where it gave one. */
  readonly reason: Message | undefined;
  /** Why what is written will not outlive this page. */
  readonly unkept: 'full' | 'blocked' | 'newer' | undefined;
  /** What is published once its files are uploaded. */
  readonly submission: Submission | undefined;
  /** Files that are on their way. */
  readonly uploading: number;
  /** Emojis that were picked lately. */
  readonly emojis: readonly string[];
}

const NO_FAILURE = { failure: undefined, reason: undefined };

/**
 * One text in the making, from its first letter until somebody has accepted it (PUBLISH-01, PUBLISH-04, INV-NO-LOSS). It is kept at most
 * 200 ms after each change; it leaves its place only with an OK or by a person's word. Publishing has one gate: whatever asks for it twice
 * is heard once, and while files are on their way it waits for them. What a crash left in the outbox is found by its origin, and gone on
 * with instead of written anew.
 */
export const composeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ComposeEvent,
    input: {} as ComposeInput,
    tags: {} as 'opening' | 'early' | 'editable' | 'awaiting' | 'publishing' | 'failed' | 'leaving',
    children: {} as { drafts: 'drafts'; emojis: 'emojis'; uploads: 'uploads'; mention: 'mention' },
  },
  actors: {
    drafts: callbackPort<DraftCommand, DraftInput>('drafts'),
    emojis: callbackPort<EmojiCommand, { account: string }>('emojis'),
    uploads: uploadsMachine,
    mention: mentionMachine,
  },
  guards: {
    isFound: ({ event }) => event.type === 'draft.found' && event.writing !== undefined,
    isBegun: ({ context: { writing } }) => writing.text !== '',
    isBlank: ({ context: { writing, uploading } }) => writing.text.trim() === '' && uploading === 0,
    isUploading: ({ context }) => context.uploading > 0,
    isStillUploading: ({ event }) => event.type === 'uploads.stand' && event.open > 0,
    isAnyUnsent: ({ event }) => event.type === 'uploads.stand' && (event.failed > 0 || event.dropped),
    isPostable: ({ context: { aim, writing, account } }) => {
      // a quote needs a word of one's own, else it is a repost
      return writing.text.trim() !== '' && faultOf(draftOf(aim, writing, account)) === undefined;
    },
    isUnlocated: ({ context }) => context.relays.length === 0,
    isWithoutRelay: ({ context }) => !context.relays.some(({ write }) => write),
    isAccepted: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'accepted',
    isFailed: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'failed',
    isSending: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'sending',
    isUnsigned: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'unsigned',
    isDiscarded: ({ event }) => event.type === 'outbox.news' && stateOf(event.record) === 'discarded',
    /** Word of a text that was given up meanwhile. */
    isStale: ({ context, event }) => event.type === 'outbox.news' && event.record.job !== context.job,
    isOther: ({ context, event }) => event.type === 'outbox.news' && !isSame(context, event.record),
  },
  delays: { openPatience: 5_000, pause: 200, orderPatience: 15_000, publishPatience: 20 * 60_000 },
  actions: {
    restore: assign(({ context, event }) =>
      event.type === 'draft.found' && event.writing ? { writing: event.writing, early: context.writing, submission: undefined } : {},
    ),
    keepFiles: assign(when('uploads.add', ({ context, event }) => ({ earlyFiles: [...context.earlyFiles, event] }))),
    addEarly: enqueueActions(({ context: { writing: found, early, earlyFiles, uploading }, enqueue }) => {
      for (const files of earlyFiles) enqueue.sendTo('uploads', files);
      const writing = early.text === '' ? found : followed(found, early);
      // what was sent at once waits for its files, too
      const known = earlyFiles.reduce((sum, { files }) => sum + files.length, uploading);
      enqueue.assign({ writing, early: BLANK, earlyFiles: [], uploading: known });
      if (early.text !== '') enqueue.sendTo('drafts', { type: 'draft.keep', writing });
    }),
    write: assign(({ context: { writing }, event }) => {
      if (event.type !== 'compose.write') return {};
      const begun = writing.begun || event.now;
      return { writing: { ...writing, text: event.text, people: event.people ?? writing.people, begun }, ...NO_FAILURE };
    }),
    attach: assign(when('compose.attach', ({ context: { writing }, event }) => ({ writing: attached(writing, event, event.now) }))),
    detach: enqueueActions(({ context: { writing }, event, enqueue }) => {
      if (event.type !== 'compose.detach') return;
      enqueue.assign({ writing: detached(writing, event.url) });
      enqueue.sendTo('uploads', { type: 'uploads.forget', url: event.url });
    }),
    describe: assign(
      when('compose.describe', ({ context: { writing }, event }) => ({ writing: described(writing, event.url, event.alt) })),
    ),
    recordStand: assign(({ context: { submission }, event }) => {
      if (event.type !== 'uploads.stand') return {};
      // what waited is dated by the moment it goes
      return {
        uploading: event.open,
        submission: submission && { ...submission, now: later(event.now, submission.now) },
      };
    }),
    recordSubmission: assign(when('compose.publish', ({ event }) => ({ submission: event }))),
    submitEarly: enqueueActions(({ context: { submission }, enqueue }) => {
      if (submission) enqueue.raise({ type: 'compose.publish', ...submission });
    }),
    recordEmojis: assign(when('emoji.history', ({ event }) => ({ emojis: event.history }))),
    forgetEmojis: assign({ emojis: [] }),
    forgetUploads: assign({ uploading: 0 }),
    keepEmoji: sendTo('emojis', ({ event }) => ({ type: 'emoji.used', sign: event.type === 'compose.picked' ? event.sign : '' })),
    keep: sendTo('drafts', ({ context: { writing } }) => ({ type: 'draft.keep', writing })),
    drop: sendTo('drafts', { type: 'draft.drop' }),
    empty: assign({ writing: BLANK, job: undefined }),
    /** Begins another text: the one before was published. */
    renew: assign(({ context: { writing } }) => ({ writing: renewed(writing), job: undefined, record: undefined })),
    watch: sendTo(
      ({ context }) => context.scope,
      ({ context: { aim, writing }, self }) => ({ type: 'outbox.watch', origin: originOf(aim, writing), from: self }),
    ),
    order: enqueueActions(({ context: { aim, writing, account, scope, submission }, enqueue, self }) => {
      if (!submission) return;
      const draft = draftOf(aim, writing, account, submission);
      const now = toSeconds(submission.now);
      enqueue.assign({ ...NO_FAILURE, job: undefined, record: undefined, submission: undefined });
      enqueue.sendTo(scope, { type: 'intents.publish', draft, now, from: self, origin: originOf(aim, writing) } satisfies PublishIntent);
    }),
    receiveRelays: assign(when('relayList.changed', ({ event }) => ({ relays: event.relays }))),
    /** Asks, while the text is being written, where the people it will tell read (BEYOND-14): first the ones answered, then everybody it names. */
    receiveInboxes: enqueueActions(({ context: { aim, writing, account, scope, isLearned }, event, enqueue }) => {
      if (event.type !== 'compose.write' || (isLearned && event.people === undefined)) return;
      enqueue.assign({ isLearned: true });
      const people = toldBy(draftOf(aim, writing, account));
      const now = toSeconds(event.now);
      if (people.length > 0) enqueue.sendTo(scope, { type: 'inboxes.learn', people, now } satisfies InboxesEvent);
    }),
    /** Starts failed helpers of writing again; the text is not touched. */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue.sendTo(context.scope, { type: 'scope.crashed', crash: pathed('compose', crash) });
      enqueue(endingOf(self, event));
      enqueue.stopChild(crash.actor);
      enqueue.assign({ restarts });
      if (isRestarted && crash.actor === 'mention') enqueue.spawnChild('mention', { id: 'mention', input: { bus: context.bus } });
    }),
    notifyPosted: sendTo(
      ({ context }) => context.scope,
      ({ context: { record } }): IntentNews => {
        const note = record?.event?.id;
        return { type: 'account.done', message: { code: 'note.posted' }, ...(note === undefined ? {} : { note }) };
      },
    ),
    recordJob: assign(when('outbox.begun', ({ event }) => ({ job: event.job }))),
    note: assign(when('outbox.news', ({ event }) => ({ job: event.record.job, record: event.record }))),
    recordFailure: assign(when('outbox.news', ({ event }) => ({ failure: failureOf(event.record), reason: reasonIn(event.record) }))),
    clearFailure: assign(NO_FAILURE),
    recordUnlocated: assign({ ...NO_FAILURE, failure: 'publish.notLocated' }),
    recordNoRelay: assign({ ...NO_FAILURE, failure: 'publish.noRelay' }),
    recordUnkept: assign(({ event }) => (event.type === 'draft.unkept' ? { unkept: event.reason } : { unkept: undefined })),
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
  context: ({ input }) => ({
    ...input,
    relays: [],
    restarts: {},
    isLearned: false,
    writing: BLANK,
    early: BLANK,
    earlyFiles: [],
    job: undefined,
    record: undefined,
    ...NO_FAILURE,
    unkept: undefined,
    submission: undefined,
    uploading: 0,
    emojis: [],
  }),
  invoke: [
    {
      id: 'drafts',
      src: 'drafts',
      input: ({ context }) => ({ account: context.account, target: draftTarget(context.aim) }),
      onError: { actions: assign({ unkept: 'blocked' }) },
    },
    { id: 'emojis', src: 'emojis', input: ({ context }) => ({ account: context.account }), onError: { actions: 'forgetEmojis' } },
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
    'draft.unkept': { actions: 'recordUnkept' },
    'draft.kept': { actions: 'recordUnkept' },
    'draft.flush': { actions: 'keep' },
    'uploads.stand': { actions: 'recordStand' },
    'uploads.add': { actions: 'keepFiles' },
    'emoji.history': { actions: 'recordEmojis' },
    'compose.picked': { actions: 'keepEmoji' },
  },
  initial: 'opening',
  states: {
    /** No draft is kept or dropped before the kept ones are known. */
    opening: {
      tags: ['opening', 'early'],
      on: {
        'draft.found': [
          { guard: 'isFound', target: 'checking', actions: 'restore' },
          { guard: 'isBegun', target: 'writing.unkept', actions: 'submitEarly' },
          { target: 'writing' },
        ],
        'draft.flush': {},
        // whoever begins at once types before the kept ones are known; what is sent then goes, unless there is one, which is shown first
        'compose.write': { actions: 'write' },
        'compose.publish': { actions: 'recordSubmission' },
      },
      after: { openPatience: [{ guard: 'isBegun', target: 'writing.unkept', actions: 'submitEarly' }, { target: 'writing' }] },
    },
    /** Whether what is found was on its way already when the page went. */
    checking: {
      tags: 'opening',
      entry: 'watch',
      on: {
        'outbox.none': 'writing',
        'outbox.begun': { actions: 'recordJob' },
        'outbox.news': [
          { guard: 'isOther', target: 'writing', actions: 'renew' },
          { guard: 'isAccepted', target: 'writing', actions: ['drop', 'empty'] },
          { guard: 'isFailed', target: 'failed', actions: ['note', 'recordFailure'] },
          { guard: 'isSending', target: 'pending', actions: 'note' },
          // nobody is asked for that signature any more
          { target: 'writing', actions: ['recordFailure', 'giveUp'] },
        ],
      },
      after: { openPatience: 'writing' },
    },
    writing: {
      tags: 'editable',
      entry: 'addEarly',
      initial: 'kept',
      on: {
        'compose.write': { target: '.unkept', actions: ['write', 'receiveInboxes'] },
        'uploads.add': { actions: sendTo('uploads', ({ event }) => event) },
        'compose.attach': { target: '.unkept', actions: 'attach' },
        'compose.detach': { target: '.unkept', actions: 'detach' },
        'compose.describe': { target: '.unkept', actions: 'describe' },
        'compose.publish': [
          { guard: 'isUnlocated', actions: 'recordUnlocated' },
          { guard: 'isWithoutRelay', actions: 'recordNoRelay' },
          { guard: 'isUploading', target: 'awaiting', actions: ['recordSubmission', 'keep'] },
          { guard: 'isPostable', target: 'ordered', actions: ['recordSubmission', 'keep', 'order'] },
        ],
        'compose.close': [{ guard: 'isBlank', target: 'closed', actions: 'drop' }, { target: 'leaving' }],
      },
      states: {
        kept: {},
        unkept: {
          on: {
            'compose.write': { actions: ['write', 'receiveInboxes'] },
            'compose.attach': { actions: 'attach' },
            'compose.detach': { actions: 'detach' },
            'compose.describe': { actions: 'describe' },
          },
          after: { pause: { target: 'kept', actions: 'keep' } },
        },
      },
    },
    /** The text is published once all its files are uploaded; if one fails, the person decides what to do. */
    awaiting: {
      tags: 'awaiting',
      on: {
        'compose.attach': { actions: ['attach', 'keep'] },
        'uploads.stand': [
          { guard: 'isAnyUnsent', target: 'writing', actions: 'recordStand' },
          { guard: 'isStillUploading', actions: 'recordStand' },
          { target: 'complete', actions: 'recordStand' },
        ],
        'compose.stay': 'writing',
        'compose.close': 'writing',
      },
    },
    complete: { always: [{ guard: 'isPostable', target: 'ordered', actions: ['keep', 'order'] }, { target: 'writing' }] },
    leaving: {
      tags: 'leaving',
      entry: 'keep',
      on: {
        'compose.attach': { actions: ['attach', 'keep'] },
        'compose.save': { target: 'closed', actions: 'keep' },
        'compose.discard': { target: 'closed', actions: 'drop' },
        'compose.stay': 'writing',
        'compose.close': 'writing',
      },
    },
    ordered: {
      tags: 'publishing',
      on: { 'outbox.begun': { target: 'pending', actions: 'recordJob' } },
      after: { orderPatience: 'late' },
    },
    /** The outbox cannot be written now. It goes on by itself; the text is kept as well. */
    late: {
      tags: 'publishing',
      on: { 'outbox.begun': { target: 'pending', actions: 'recordJob' }, 'compose.close': 'closed' },
    },
    pending: {
      tags: 'publishing',
      on: {
        'outbox.news': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'published', actions: ['note', 'drop'] },
          { guard: 'isFailed', target: 'failed', actions: ['note', 'recordFailure'] },
          { guard: 'isUnsigned', target: 'writing', actions: ['note', 'recordFailure', 'giveUp'] },
          { guard: 'isDiscarded', target: 'writing', actions: 'giveUp' },
          { actions: 'note' },
        ],
        'compose.close': 'closed',
      },
      after: { publishPatience: { target: 'failed', actions: assign({ failure: 'publish.unconfirmed' }) } },
    },
    /** The event is signed, and is never signed a second time: it can be sent again as it is, or be given up for a new text. */
    failed: {
      tags: 'failed',
      on: {
        'outbox.news': [
          { guard: 'isStale' },
          { guard: 'isAccepted', target: 'published', actions: ['note', 'drop'] },
          // a relay has come back, and it is sent again by itself
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
    closed: { type: 'final' },
  },
});

export type ComposeActor = ActorRefFrom<typeof composeMachine>;

/** The reason that the signer gave, if any. */
function reasonIn({ refusal }: OutboxRecord): Message | undefined {
  return refusal?.code === 'event_not_signed' || refusal?.code === 'publish.unsigned' ? undefined : refusal;
}

function isSame({ aim, writing, account }: Context, { wish }: OutboxRecord): boolean {
  return wish.type === 'event' && wish.draft.content === draftOf(aim, writing, account).content;
}
