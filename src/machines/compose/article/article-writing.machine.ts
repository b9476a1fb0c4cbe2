import {
  type ActorRefFrom,
  and,
  assign,
  enqueueActions,
  not,
  sendTo,
  setup,
  stateIn,
} from 'xstate';
import { withVersions } from '../../../events/compose/article/article-versions.ts';
import { failureOf } from '../../../events/publish/outbox/outbox.ts';
import { whenEvent } from '../../core/event-guards.ts';
import {
  allVersions,
  type ArticleContext,
  type ArticleWritingEvent,
  type ArticleWritingInput,
  begunContext,
  chosenFor,
  DELAYS,
  draftDate,
  followedFrom,
  found as foundBy,
  foundIn,
  adopted,
  lastOrigin,
  lookInput,
  NO_FAILURE,
  noteAbout,
  publishing,
  reasonIn,
  restored,
  savedAs,
  savedIn,
  saveInput,
  started,
  sighted,
  stayed,
  written,
} from './article-context.ts';
import { ARTICLE_GUARDS } from './article-guards.ts';
import { type ArticleFound, articleLookMachine } from './article-lookup.machine.ts';
import { type ArticleSaved, articleSaveMachine } from './article-save.machine.ts';
import type { ArticleReport } from './article-protocol.ts';

/**
 * One article draft (COMPOSE-06, INV-NO-LOSS). Every change is handed on for storing within 50 ms.
 * Encrypted drafts go to the own relays if that needs no prompt, or when the user saves. Versions
 * of other tabs and devices are never overwritten unseen. A version based on this text replaces it;
 * any other is a conflict. Until the user decides, nothing is saved on relays or published. The
 * draft is removed once the article is accepted.
 */
export const articleWritingMachine = setup({
  types: {
    context: {} as ArticleContext,
    events: {} as ArticleWritingEvent,
    input: {} as ArticleWritingInput,
    tags: {} as
      | 'opening'
      | 'editable'
      | 'reviewing'
      | 'publishing'
      | 'failed'
      | 'missing'
      | 'saving'
      | 'published'
      | 'gone',
    children: {} as { look: 'look'; check: 'look'; catchUp: 'look'; before: 'look'; save: 'save' },
  },
  actors: { look: articleLookMachine, save: articleSaveMachine },
  guards: ARTICLE_GUARDS,
  delays: DELAYS,
  actions: {
    write: assign(
      whenEvent('article.write', ({ context, event }) => ({
        ...NO_FAILURE,
        ...written(context, event.text, event.now),
      })),
    ),
    restore: assign(
      whenEvent('article.restore', ({ context, event }) => restored(context, event.id, event.now)),
    ),
    stay: assign(
      whenEvent('article.cancelLeave', ({ context, event }) => stayed(context, event.now)),
    ),
    /** Hand the text on for storing. From then on it is one of the versions. */
    keep: enqueueActions(({ context, event, enqueue }) => {
      const { draft, mine, isTouched, isOver } = context;
      if (!isTouched || isOver) return;
      enqueue.assign({ versions: allVersions(context) });
      const hurry = event.type === 'article.flush' ? ({ hurry: true } as const) : {};
      enqueue.sendParent({
        type: 'articleEdit.keep',
        draft,
        version: mine,
        ...hurry,
      } satisfies ArticleReport);
    }),
    end: assign({ isOver: true }),
    /** Mark the text as edited before publishing, so that even an unchanged one is stored. */
    keepAll: assign({ isTouched: true }),
    hear: assign(
      whenEvent('article.updated', ({ context, event }) => ({
        versions: withVersions(context.versions, [event.version]),
      })),
    ),
    recordKept: assign(
      whenEvent('article.kept', ({ context, event }) => ({
        kept: { ...context.kept, ...event.until },
      })),
    ),
    /** The writer of the followed version saves it, and says if that fails. */
    follow: assign(({ context }) => ({ ...followedFrom(context), unsaved: undefined })),
    take: assign(({ context }) => started(context)),
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays })),
    ),
    receivePrivates: assign(
      whenEvent('privateRelays.changed', ({ event }) => ({ privates: event.urls })),
    ),
    recordFound: enqueueActions(({ context, enqueue }, { found }: { found: ArticleFound }) => {
      enqueue.assign(foundBy(context, found));
      if (context.isOver) return;
      // also stored here, so that it is available offline and recognized later
      for (const version of found.versions)
        if (version.made !== 'published')
          enqueue.sendParent({
            type: 'articleEdit.keep',
            draft: context.draft,
            version,
          } satisfies ArticleReport);
    }),
    recordSighted: assign(
      whenEvent('article.found', ({ context, event }) => sighted(context, [event.event])),
    ),
    recordApart: assign({ isApart: true }),
    stopSaving: assign({ isWanted: false, unsaved: undefined }),
    /**
     * Continue the text as a version of the published article and remove the draft (COMPOSE-13).
     */
    adopt: enqueueActions(({ context, event, enqueue }) => {
      if (event.type === 'article.adopt') enqueue.sendParent(adopted(context, event.now));
    }),
    recordUnheard: assign({ isHeard: false }),
    choose: assign(({ context }, { found }: { found: ArticleFound }) =>
      chosenFor(context, found.isHeard && !found.published),
    ),
    chooseUnheard: assign(({ context }) => ({ isHeard: false, ...chosenFor(context, false) })),
    recordReview: assign(
      whenEvent('article.review', ({ event }) => ({
        chance: event.chance,
        chosen: '',
        isHeard: false,
        ...NO_FAILURE,
      })),
    ),
    recordWanted: assign({ isWanted: true, isTouched: true, unsaved: undefined }),
    recordSent: assign(({ context }) => ({ sent: draftDate(context), isGoing: true })),
    recordEnded: assign({ isGoing: false }),
    recordSaved: enqueueActions(({ context, enqueue }, { saved }: { saved: ArticleSaved }) => {
      enqueue.assign({ isWanted: false, unsaved: saved.ok ? undefined : saved.why });
      if (!saved.ok || context.isOver) return;
      const kept = { ...saved.version, saved: { id: saved.event.id, at: saved.event.created_at } };
      enqueue.assign(savedAs(context, kept));
      enqueue.sendParent({
        type: 'articleEdit.keep',
        draft: context.draft,
        version: kept,
      } satisfies ArticleReport);
    }),
    recordUnsaved: assign({ isWanted: false, unsaved: 'silent' }),
    watch: sendTo(
      ({ context }) => context.scope,
      ({ context, self }) => ({
        type: 'outbox.subscribeToOrigin',
        origin: lastOrigin(context),
        from: self,
      }),
    ),
    order: enqueueActions(({ context, context: { scope }, event, enqueue, self }) => {
      if (event.type !== 'article.publish') return;
      enqueue.assign({ ...NO_FAILURE, job: undefined, record: undefined, isNoted: event.note });
      enqueue.sendTo(scope, { ...publishing(context, event.now, event.client), from: self });
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
    fail: assign((_, { failure }: { failure: NonNullable<ArticleContext['failure']> }) => ({
      ...NO_FAILURE,
      failure,
    })),
    retry: enqueueActions(({ context: { scope, job }, event, enqueue, self }) => {
      if (event.type !== 'article.retry' || job === undefined) return;
      enqueue.assign(NO_FAILURE);
      enqueue.sendTo(scope, { type: 'outbox.retry', job, now: event.now, from: self });
    }),
    /** Discard the job. The next change starts a new version, and so a new job. */
    giveUp: enqueueActions(({ context: { scope, job }, enqueue }) => {
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.discard', job });
      enqueue.assign({ job: undefined, record: undefined, isSaid: true });
    }),
    /** Post the note. It is sent only once, because its origin identifies it. */
    postNote: enqueueActions(({ context: { scope, record, isNoted }, enqueue }) => {
      if (isNoted && record?.event) enqueue.sendTo(scope, noteAbout(record.event));
    }),
    notifyPosted: sendTo(({ context }) => context.scope, {
      type: 'account.done',
      message: { code: 'article.published' },
    }),
  },
}).createMachine({
  id: 'articleWriting',
  type: 'parallel',
  context: ({ input }) => begunContext(input),
  on: {
    'relayList.changed': { actions: 'receiveRelays' },
    'article.flush': { actions: 'keep' },
    'article.kept': { actions: 'recordKept' },
    'privateRelays.changed': { actions: 'receivePrivates' },
    'article.found': { actions: 'recordSighted' },
    'article.keepSeparate': { actions: 'recordApart' },
  },
  states: {
    text: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isNew', target: 'writing' },
            { guard: 'isHere', target: 'checking' },
            { target: 'opening' },
          ],
        },
        /** Check if the stored text was already being published when the page closed. */
        checking: {
          tags: 'opening',
          entry: 'watch',
          on: {
            'outbox.jobMissing': 'writing',
            'outbox.jobCreated': { actions: 'recordJob' },
            'outbox.jobChanged': [
              { guard: 'isOther', target: 'writing' },
              { guard: 'isAccepted', target: 'published', actions: 'note' },
              { guard: 'isFailed', target: 'failed', actions: ['note', 'recordFailure'] },
              { guard: 'isSending', target: 'pending', actions: 'note' },
              // that signature is no longer requested
              { target: 'writing', actions: ['note', 'recordFailure', 'giveUp'] },
            ],
          },
          after: { outboxTimeout: 'writing' },
        },
        opening: {
          tags: 'opening',
          initial: 'locating',
          on: { 'article.updated': { target: 'writing', actions: ['hear', 'take'] } },
          states: {
            /** Wait until the account's relays are known. */
            locating: {
              always: { guard: 'isLocated', target: 'looking' },
              after: { openTimeout: 'looking' },
            },
            looking: {
              invoke: {
                id: 'look',
                src: 'look',
                input: ({ context }) => lookInput(context, false),
                onDone: [
                  {
                    guard: { type: 'isOpened', params: foundIn },
                    target: '#articleWriting.text.writing',
                    actions: [{ type: 'recordFound', params: foundIn }, 'take'],
                  },
                  {
                    guard: { type: 'isFinished', params: foundIn },
                    target: '#articleWriting.text.gone',
                  },
                  {
                    target: '#articleWriting.text.missing',
                    actions: { type: 'recordFound', params: foundIn },
                  },
                ],
                onError: { target: '#articleWriting.text.missing', actions: 'recordUnheard' },
              },
            },
          },
        },
        /** It was not found or not decrypted. The user can look it up again. */
        missing: {
          tags: 'missing',
          on: {
            'article.unseal': 'opening',
            'article.updated': { target: 'writing', actions: ['hear', 'take'] },
          },
        },
        writing: {
          tags: 'editable',
          initial: 'kept',
          on: {
            'article.write': { target: '.unkept', actions: 'write' },
            'article.restore': { target: '.kept', reenter: true, actions: ['restore', 'keep'] },
            'article.cancelLeave': { target: '.kept', reenter: true, actions: ['stay', 'keep'] },
            'article.updated': { actions: 'hear' },
            'article.removed': { guard: 'isGone', target: 'gone' },
            'article.found': [
              { guard: 'isOverAlready', target: 'gone' },
              { actions: 'recordSighted' },
            ],
            'article.adopt': { guard: 'isElsewhere', target: 'gone', actions: 'adopt' },
            'article.review': [
              {
                guard: not('isLocated'),
                actions: { type: 'fail', params: { failure: 'publish.notLocated' } },
              },
              { guard: 'isElsewhere' },
              {
                guard: 'isWithoutRelay',
                actions: { type: 'fail', params: { failure: 'publish.noRelay' } },
              },
              {
                guard: 'isPublishable',
                target: 'reviewing',
                actions: ['recordReview', 'keepAll', 'keep'],
              },
            ],
          },
          states: {
            kept: {
              always: { guard: 'canFollow', target: 'kept', reenter: true, actions: 'follow' },
            },
            unkept: {
              on: { 'article.write': { actions: 'write' } },
              after: { pause: { target: 'kept', actions: 'keep' } },
            },
          },
        },
        /**
         * Look up versions by others again, and check if the identifier of a new article is free.
         */
        reviewing: {
          tags: 'reviewing',
          initial: 'looking',
          on: {
            'article.closeReview': 'writing',
            'article.updated': { actions: 'hear' },
            'article.found': {
              guard: 'isPublication',
              target: 'writing',
              actions: 'recordSighted',
            },
          },
          states: {
            looking: {
              invoke: {
                id: 'check',
                src: 'look',
                input: ({ context }) => lookInput(context, false),
                onDone: [
                  {
                    guard: { type: 'isSighted', params: foundIn },
                    target: '#articleWriting.text.writing',
                    actions: { type: 'recordFound', params: foundIn },
                  },
                  {
                    target: 'ready',
                    actions: [
                      { type: 'recordFound', params: foundIn },
                      { type: 'choose', params: foundIn },
                    ],
                  },
                ],
                onError: { target: 'ready', actions: 'chooseUnheard' },
              },
            },
            ready: {
              on: {
                'article.publish': {
                  guard: 'isReady',
                  target: '#articleWriting.text.ordered',
                  actions: 'order',
                },
                'article.load': 'looking',
              },
            },
          },
        },
        ordered: {
          tags: 'publishing',
          on: { 'outbox.jobCreated': { target: 'pending', actions: 'recordJob' } },
          after: { orderTimeout: 'late' },
        },
        /**
         * The outbox is not available now. It continues by itself, and the text is stored as well.
         */
        late: {
          tags: 'publishing',
          on: {
            'outbox.jobCreated': { target: 'pending', actions: 'recordJob' },
            'article.edit': 'writing',
          },
        },
        pending: {
          tags: 'publishing',
          on: {
            'outbox.jobChanged': [
              { guard: 'isStale' },
              { guard: 'isAccepted', target: 'published', actions: 'note' },
              { guard: 'isFailed', target: 'failed', actions: ['note', 'recordFailure'] },
              {
                guard: 'isUnsigned',
                target: 'writing',
                actions: ['note', 'recordFailure', 'giveUp'],
              },
              { guard: 'isDiscarded', target: 'writing', actions: 'giveUp' },
              { actions: 'note' },
            ],
          },
          after: {
            publishTimeout: {
              target: 'failed',
              actions: { type: 'fail', params: { failure: 'publish.unconfirmed' } },
            },
          },
        },
        /**
         * The event is signed and never signed twice. It can be resent as it is, or discarded for a
         * new text.
         */
        failed: {
          tags: 'failed',
          on: {
            'outbox.jobChanged': [
              { guard: 'isStale' },
              { guard: 'isAccepted', target: 'published', actions: 'note' },
              { guard: 'isSending', target: 'pending', actions: ['note', 'clearFailure'] },
              { guard: 'isDiscarded', target: 'writing', actions: 'giveUp' },
              { actions: 'note' },
            ],
            'article.retry': { target: 'pending', actions: 'retry' },
            'article.edit': { target: 'writing', actions: 'giveUp' },
          },
        },
        published: { tags: 'published', entry: ['end', 'notifyPosted', 'postNote'] },
        /** The draft was published or deleted, without changes here since. */
        gone: { tags: 'gone', entry: 'end' },
      },
    },
    saving: {
      initial: 'locating',
      states: {
        /** Look up an open draft on relays once, when they are known. */
        locating: {
          always: [
            { guard: ({ context }) => context.versions.size === 0, target: 'rested' },
            { guard: 'isLocated', target: 'catchingUp' },
          ],
          after: { openTimeout: 'rested' },
        },
        rested: {
          initial: 'sure',
          states: {
            sure: {},
            /**
             * Relays do not compare versions. A device that looked before this text arrived may
             * have replaced it.
             */
            unsure: { after: { savePause: '#articleWriting.saving.catchingUp' } },
          },
          on: {
            'article.write': { guard: 'isQuiet', target: 'due' },
            'article.restore': { guard: 'isQuiet', target: 'due' },
            'article.cancelLeave': { guard: 'isQuiet', target: 'due' },
            'article.save': { target: 'looking', actions: ['recordWanted', 'keep'] },
            'article.load': 'catchingUp',
          },
        },
        due: {
          on: {
            'article.write': { target: 'due', reenter: true },
            'article.save': { target: 'looking', actions: ['recordWanted', 'keep'] },
            'article.publish': 'rested',
          },
          after: { savePause: 'looking' },
        },
        /** The page is visible again: show versions from other devices. */
        catchingUp: {
          invoke: {
            id: 'catchUp',
            src: 'look',
            input: ({ context }) => lookInput(context, true),
            onDone: [
              {
                guard: and(['isUnsaved', stateIn({ text: 'writing' })]),
                target: 'due',
                actions: { type: 'recordFound', params: foundIn },
              },
              { target: 'rested', actions: { type: 'recordFound', params: foundIn } },
            ],
            onError: 'rested',
          },
        },
        /** A newer save of another device is not overwritten unseen. */
        looking: {
          tags: 'saving',
          invoke: {
            id: 'before',
            src: 'look',
            input: ({ context }) => lookInput(context, !context.isWanted),
            onDone: { target: 'judging', actions: { type: 'recordFound', params: foundIn } },
            onError: { target: 'rested', actions: 'recordUnsaved' },
          },
          on: { 'article.publish': 'rested' },
        },
        judging: {
          always: [
            { guard: 'isElsewhere', target: 'rested', actions: 'stopSaving' },
            // the conflict is shown, and no relay was silent
            { guard: 'hasConflict', target: 'rested', actions: 'stopSaving' },
            // the text was continued in another tab, which saves it
            { guard: 'isContinued', target: 'rested', actions: 'stopSaving' },
            { guard: 'isSaveable', target: 'going', actions: 'recordSent' },
            { target: 'rested', actions: 'recordUnsaved' },
          ],
        },
        going: {
          tags: 'saving',
          exit: 'recordEnded',
          invoke: {
            id: 'save',
            src: 'save',
            input: ({ context }) => saveInput(context),
            onDone: { target: 'saved', actions: { type: 'recordSaved', params: savedIn } },
            onError: { target: 'rested', actions: 'recordUnsaved' },
          },
        },
        /** Later changes are saved after another pause. */
        saved: {
          always: [
            { guard: 'isUnsent', target: 'rested' },
            { guard: 'isSaid', target: 'rested.unsure' },
            { target: 'due' },
          ],
        },
      },
    },
  },
});

export type ArticleWritingActor = ActorRefFrom<typeof articleWritingMachine>;
