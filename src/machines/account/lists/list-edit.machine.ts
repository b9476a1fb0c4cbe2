import { signingMessage } from '../../../events/account/signing/signing-error.ts';
import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { risksIn } from '../../../events/account/lists/list-base.ts';
import { planEdit, readSecret } from '../../../events/account/lists/list-edit.ts';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import { listFilter, listRelays } from '../../../events/account/lists/list-query.ts';
import type { ListError } from '../../../events/account/lists/list-error.ts';
import { templateOf } from '../../../events/publish/outbox/event-template.ts';
import type { Outcome } from '../../core/bus.ts';
import { listRequest } from './list-lookups.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import { fetchingFrom, heardCache, heardRelay } from './base-answers.ts';
import {
  agreedTo,
  baseOf,
  type ListEditContext,
  type ListEditEvent,
  type ListEditInput,
  type ListNews,
  nextTime,
  risksOf,
  NOTHING,
  savedNews,
} from './list-edit-context.ts';
import {
  adopted,
  DELAYS,
  failedNews,
  faultOf,
  heldNow,
  heldOf,
  itemOf,
  recordedIn,
  withRepairs,
  named,
  refusedIn,
  resumed,
  twinsOf,
  messageOfFault,
  withoutEnded,
  withoutGiven,
  withOwn,
  unsavedWith,
  withoutQuestioned,
  withRequests,
  withSigned,
} from './list-edit-decisions.ts';
import { listGuards } from './list-edit-guards.ts';
import { openRequest, sealRequest, versionRequest } from './list-sign-requests.ts';
import { derived } from '../../../events/nostr/ours.ts';
import { signedIn, textIn } from '../../core/sign-request.ts';

const fault = (why: ListError) => ({ type: 'setFault', params: { fault: why } }) as const;

const REQUESTS = { type: 'requestJobs', params: { again: false } } as const;
const REQUESTS_AGAIN = { type: 'requestJobs', params: { again: true } } as const;

/**
 * Transitions if the edit of an earlier page would need a prompt, so that it waits for the user, or
 * if the user closed the question of the signer.
 */
const CALLED_OFF = [
  { guard: 'isLeftUnsigned', target: '#listEdit.left' },
  { guard: 'isCalledOff', target: '#listEdit.calledOff', actions: fault('unsigned') },
] as const;

/** Target state while another tab holds the lock of the list. */
const BUSY = [
  { guard: 'isOthers', target: '#listEdit.left' } as const,
  { target: '#listEdit.failed', actions: fault('busy') } as const,
];

/**
 * Edits one list of the account (ACCOUNT-08 to 13, BEYOND-01), one intent after the other
 * (INV-SERIAL). A lock keeps other tabs from editing the list. Each edit fetches a base from the
 * caching service and the own write relays. It plans, asks for consent with the exact difference if
 * needed, signs, and publishes through the outbox. Nothing is based on an unknown base (INV-BASE).
 * The base is fetched again after consent, after a slow signature, and after acceptance. If another
 * version exists by then, the edit is redone before it counts as saved. The same is done if relays
 * refuse the version because they have a newer one.
 */
export const listEditMachine = setup({
  types: {
    context: {} as ListEditContext,
    events: {} as ListEditEvent,
    input: {} as ListEditInput,
    tags: {} as 'busy' | 'asking' | 'held',
  },
  actors: {
    request: requestMachine,
    /** Reports when this tab holds the lock of the list, and holds it until stopped. */
    lock: callbackPort<{ type: 'lock.unavailable' }, { account: string; list: ListName }>('lock'),
  },
  guards: listGuards,
  delays: DELAYS,
  actions: {
    wish: assign(
      whenEvent('list.edit', ({ context: { queue }, event }) => ({
        queue: [...queue, itemOf(event.intents, event)],
      })),
    ),
    resume: assign(({ context, event }) =>
      event.type === 'list.resume' ? resumed(context, event) : {},
    ),
    /**
     * Confirm an edit that waits for the network. It has no plan yet, so its risks are asked about
     * once there is one.
     */
    agreeHeld: assign(({ context: { queue } }) => {
      const asked = queue.find(({ question }) => question);
      return {
        queue: queue.map((item) => (item === asked ? { ...item, question: undefined } : item)),
      };
    }),
    /** Request a job for each edit without one. `again`: also if its version was replaced. */
    requestJobs: enqueueActions(({ context, enqueue, self }, { again }: { again: boolean }) => {
      const { orders, ...edits } = withRequests(context, again);
      enqueue.assign(edits);
      for (const order of orders)
        enqueue.sendTo(context.scope, { type: 'outbox.planListEdit', ...order, from: self });
    }),
    /** The user may have dismissed the edit before the outbox began its job. */
    nameJob: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.jobCreated') return;
      const edits = named(context, event.request, event.job);
      if (edits) enqueue.assign(edits);
      else enqueue.sendTo(context.scope, { type: 'outbox.discard', job: event.job });
    }),
    /** Forget a failure that was discarded in the log, so that nothing is based on it. */
    forgetGiven: assign(
      whenEvent('outbox.jobChanged', ({ context, event }) => withoutGiven(context, event.record)),
    ),
    forget: assign(NOTHING),
    notifyRecalling: sendParent(
      ({ context: { list } }): ListNews => ({ type: 'list.recall', list }),
    ),
    notifySeen: sendParent(
      ({ context: { answers } }): ListNews => ({
        type: 'list.seen',
        seen: answers.flatMap(({ events }) => events),
      }),
    ),
    recordOffline: assign(whenEvent('network.offline', ({ event }) => ({ isOffline: event.on }))),
    /** Log that these edits wait, and tell the user once of each that was ordered here. */
    hold: enqueueActions(({ context, enqueue, self }) => {
      const { held, queue } = heldNow(context);
      enqueue.assign({ queue });
      for (const { job, news } of held) {
        enqueue.sendTo(context.scope, { type: 'outbox.hold', job, on: true, from: self });
        if (news) enqueue.sendParent(news);
      }
    }),
    /** The publishing log offers a failed edit again, and no later page resumes it. */
    release: enqueueActions(({ context: { queue, scope }, enqueue, self }) => {
      const [first] = queue;
      if (first?.isHeld && first.job !== undefined)
        enqueue.sendTo(scope, { type: 'outbox.hold', job: first.job, on: false, from: self });
    }),
    dropEnded: assign(
      whenEvent('outbox.jobChanged', ({ context, event }) => withoutEnded(context, event.record)),
    ),
    remember: assign(whenEvent('list.recalled', ({ event }) => ({ recalled: event.recalled }))),
    /** Request the list from the own write relays. The caching service is asked in parallel. */
    fetch: enqueueActions(({ context, enqueue, self }) => {
      const { list, account, scope, recalled } = context;
      const urls = recalled?.relays ?? [];
      enqueue.assign(fetchingFrom(urls));
      if (urls.length === 0) return;
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters: [listFilter(list, account)] },
        urls,
      });
    }),
    recordRelay: assign(({ context, event }) => heardRelay(context, event)),
    recordCache: assign(({ context }, { outcome }: { outcome: Outcome | undefined }) =>
      heardCache(context, outcome),
    ),
    judge: assign(({ context }) => {
      const queue = withOwn(context);
      return { queue, base: baseOf({ ...context, queue }) };
    }),
    /** Put an orphaned edit first. Its version is judged like any other before sending. */
    adopt: assign(({ context }) => adopted(context)),
    plan: assign(({ context }) => {
      const { list, account, base, secret, queue } = context;
      const intents = queue[0]?.intents ?? [];
      if (base.state === 'unknown') return {};
      const edit = { list, account, base, secret: secret?.tags, intents, risks: risksOf(context) };
      return { planned: planEdit(edit) };
    }),
    /**
     * Replace a version whose base is outdated: redo its intents on the current base. Discard it if
     * it was not accepted.
     */
    giveWay: enqueueActions(({ context, enqueue }) => {
      const [first, ...rest] = context.queue;
      if (!first?.version) return;
      const isKept = first.version.state !== 'signed';
      if (first.version.state === 'kept' && first.job !== undefined)
        enqueue.sendTo(context.scope, { type: 'outbox.discard', job: first.job });
      const again = isKept ? { job: undefined, request: undefined, isLeft: false } : {};
      enqueue.assign({
        queue: [{ ...first, ...again, version: undefined, tries: first.tries + 1 }, ...rest],
      });
    }),
    askOpen: sendTo(
      ({ context }) => context.signer,
      ({ context, context: { base }, self }) => {
        const content = base.state === 'known' ? base.event.content : '';
        return {
          type: 'sign.request',
          request: { ...openRequest({ ...context, content }), id: 'open', from: self },
        };
      },
    ),
    recordOpened: assign(({ event }) => ({ secret: { tags: readSecret(textIn(event) ?? '') } })),
    askSeal: sendTo(
      ({ context }) => context.signer,
      ({ context, context: { planned }, self }) => {
        const tags = planned?.ok ? (planned.plan.seal ?? []) : [];
        return { type: 'sign.request', request: { ...sealRequest(context, tags), from: self } };
      },
    ),
    recordSealed: assign(({ event }) => ({ sealed: textIn(event) })),
    cancelAsked: enqueueActions(({ context, enqueue, self }) => {
      for (const id of ['open', 'seal', 'sign'])
        enqueue.sendTo(context.signer, { type: 'sign.cancel', id, from: self });
    }),
    draft: enqueueActions(({ context, enqueue, self }) => {
      const { account, list, scope, signer, queue, planned, recalled, sealed } = context;
      const [first] = queue;
      if (first?.job === undefined || !planned?.ok || !recalled) return;
      const { draft, seal } = planned.plan;
      const template = templateOf(
        seal ? derived(draft, (plain) => ({ ...plain, content: sealed ?? '' })) : draft,
        account,
        nextTime(context),
      );
      const relays = listRelays(list, draft, recalled.relays, context);
      enqueue.assign({ template });
      enqueue.sendTo(scope, {
        type: 'outbox.sendListEdit',
        job: first.job,
        template,
        relays,
        from: self,
      });
      enqueue.sendTo(signer, {
        type: 'sign.request',
        request: { ...versionRequest(context, first.intents, template), from: self },
      });
    }),
    recordSigned: assign(({ context, event }) => withSigned(context, signedIn(event))),
    notifyRefused: enqueueActions(({ context: { scope, queue }, event, enqueue }) => {
      const isRefused = event.type === 'sign.settled' && !event.outcome.ok;
      const reason =
        isRefused && !event.outcome.ok
          ? signingMessage(event.outcome.failure)
          : ({ code: 'publish.unsigned' } as const);
      const job = queue[0]?.job;
      if (job !== undefined) enqueue.sendTo(scope, { type: 'outbox.refused', job, reason });
    }),
    /** Send the version. One that is already in the outbox is only resent. */
    send: enqueueActions(({ context: { scope, queue }, enqueue, self }) => {
      const [first] = queue;
      if (first?.job === undefined || !first.version) return;
      const { job, version } = first;
      if (version.state === 'kept')
        enqueue.sendTo(scope, {
          type: 'outbox.retry',
          job,
          now: version.event.created_at,
          from: self,
        });
      else enqueue.sendTo(scope, { type: 'outbox.signed', job, event: version.event, from: self });
    }),
    /** Record the version's state in the outbox. */
    recordKept: assign(
      whenEvent('outbox.jobChanged', ({ context: { queue }, event }) => ({
        queue: recordedIn(queue, event.record),
      })),
    ),
    recordRefused: assign(
      whenEvent('outbox.jobChanged', ({ context: { queue }, event }) => ({
        queue: refusedIn(queue, event.record),
      })),
    ),
    /** Save a failed edit after a late OK, unless another version exists meanwhile. */
    makeGood: assign(({ context, event }) =>
      event.type === 'outbox.jobChanged' ? withRepairs(context, event.record) : {},
    ),
    agree: assign(({ context }) => {
      const [first, ...rest] = context.queue;
      const silent = new Set([...context.silent, ...risksIn(context.base)]);
      return first
        ? { silent, queue: [{ ...first, agreed: agreedTo(context), question: undefined }, ...rest] }
        : { silent };
    }),
    notifyAgreed: sendParent(
      ({ context: { base, queue } }): ListNews => ({
        type: 'list.agreed',
        unheard: risksIn(base),
        undo: queue[0]?.undo,
      }),
    ),
    setFault: assign((_, { fault }: { fault: ListError }) => ({ fault })),
    setRefusal: assign(({ context }) => ({ fault: faultOf(context) })),
    /** Discard the job of a cancelled or unnecessary edit. */
    discard: enqueueActions(({ context, enqueue }) => {
      const job = context.queue[0]?.job;
      if (job !== undefined)
        enqueue.sendTo(context.scope, { type: 'outbox.discard', job, unlessSending: true });
    }),
    /** Discard failed edits that wanted the same as the saved one (BEYOND-05). */
    discardTwins: enqueueActions(({ context, enqueue }) => {
      for (const job of twinsOf(context))
        enqueue.sendTo(context.scope, { type: 'outbox.discard', job, unlessSending: true });
    }),
    /**
     * Report the relays that serve our version. They accepted it although the OK was lost, so it
     * cannot be discarded any more.
     */
    notifyHeld: enqueueActions(({ context, enqueue }) => {
      const held = heldOf(context);
      if (held) enqueue.sendTo(context.scope, { type: 'outbox.versionStored', ...held });
    }),
    drop: assign(({ context }) => ({ queue: context.queue.slice(1) })),
    dropUnsaved: assign(({ context: { queue, unsaved } }) => ({
      queue: queue.slice(1),
      unsaved: unsavedWith(unsaved, queue[0]),
    })),
    withdraw: assign(({ context }) => withoutQuestioned(context)),
    fail: assign(({ context }) => {
      const [first, ...rest] = context.queue;
      const { fault, failures, unsaved } = context;
      return first
        ? {
            queue: rest,
            unsaved: unsavedWith(unsaved, first),
            failures: [...failures, { ...first, fault, message: messageOfFault(context) }],
          }
        : {};
    }),
    notifySaved: sendParent(({ context }) => savedNews(context)),
    notifyFailed: sendParent(({ context }) => failedNews(context)),
    notifyCancelled: sendParent(
      ({ context: { list, queue } }): ListNews => ({
        type: 'list.cancelled',
        list,
        undo: queue[0]?.undo,
      }),
    ),
  },
}).createMachine({
  id: 'listEdit',
  context: ({ input }) => ({
    ...input,
    requests: 0,
    silent: new Set(),
    queue: [],
    failures: [],
    unsaved: [],
    ...NOTHING,
    fault: 'network',
  }),
  initial: 'idle',
  on: {
    'list.edit': { actions: ['wish', REQUESTS] },
    'list.resume': { actions: 'resume' },
    'network.offline': { actions: 'recordOffline' },
    'list.cancel': [
      { guard: 'isQuestioned', target: '.idle', actions: 'withdraw' },
      { actions: 'withdraw' },
    ],
    'outbox.jobCreated': { actions: 'nameJob' },
    'outbox.jobChanged': { actions: ['makeGood', 'forgetGiven', 'recordRefused'] },
  },
  states: {
    idle: {
      always: [
        { guard: 'isCutOff', target: 'held' },
        { guard: 'hasWork', target: 'working' },
      ],
    },
    /**
     * The edits wait for the network. Each is then planned on a fresh base. A question can be
     * answered meanwhile.
     */
    held: {
      tags: 'held',
      entry: 'hold',
      on: {
        'network.offline': { guard: 'isBack', target: 'idle', actions: 'recordOffline' },
        'list.resume': { actions: ['resume', 'hold'] },
        'list.confirm': { actions: ['agreeHeld', REQUESTS] },
        'outbox.jobCreated': { actions: ['nameJob', 'hold'] },
        'outbox.jobChanged': { guard: 'isEndedElsewhere', target: 'idle', actions: 'dropEnded' },
      },
      after: { holdPause: { guard: 'isOnline', target: 'idle' } },
    },
    working: {
      tags: 'busy',
      initial: 'waiting',
      invoke: {
        src: 'lock',
        id: 'lock',
        input: ({ context: { account, list } }) => ({ account, list }),
        onError: BUSY,
      },
      on: { 'lock.unavailable': { target: 'failed', actions: fault('unserial') } },
      states: {
        waiting: {
          on: { 'lock.granted': 'recalling' },
          after: { lockTimeout: BUSY },
        },
        /** Wait for the lists actor, which knows the seen versions and the relays. */
        recalling: {
          id: 'recalling',
          entry: ['notifyRecalling', 'forget'],
          on: { 'list.recalled': { target: 'fetching', actions: 'remember' } },
          after: { recallTimeout: { target: '#listEdit.failed', actions: fault('network') } },
        },
        fetching: {
          entry: 'fetch',
          invoke: {
            src: 'request',
            id: 'request',
            input: ({ context }) => listRequest(context),
            onDone: { actions: { type: 'recordCache', params: withOutcome } },
            onError: { actions: { type: 'recordCache', params: { outcome: undefined } } },
          },
          always: { guard: 'isEverybodyHeard', target: 'judging' },
          on: {
            'relay.events': { actions: 'recordRelay' },
            'relay.ended': { actions: 'recordRelay' },
          },
          after: { fetchTimeout: 'judging' },
        },
        /**
         * Judge the signed version before it is sent, and again after acceptance before it counts
         * as saved.
         */
        judging: {
          entry: ['notifySeen', 'judge'],
          always: [
            { guard: 'isAcceptedWithoutSources', target: '#listEdit.saved' },
            { guard: 'isUnheard', target: '#listEdit.held' },
            { guard: 'isUnknown', target: '#listEdit.failed', actions: 'setRefusal' },
            { guard: 'isAcceptedAndCurrent', target: '#listEdit.saved' },
            { guard: 'isPublishable', target: 'publishing' },
            { guard: 'isContested', target: '#listEdit.failed', actions: fault('contested') },
            { guard: 'isVersion', target: 'planning', actions: 'giveWay' },
            { guard: 'isOrphaned', target: 'judging', reenter: true, actions: 'adopt' },
            { guard: 'isPending', target: '#listEdit.failed', actions: fault('pending') },
            { target: 'planning' },
          ],
        },
        planning: {
          entry: 'plan',
          always: [
            { guard: 'isSealed', target: 'opening' },
            { guard: 'isUnsureUnchanged', target: '#listEdit.failed', actions: fault('network') },
            { guard: 'isUnchanged', target: '#listEdit.unchanged' },
            { guard: 'isRefused', target: '#listEdit.failed', actions: 'setRefusal' },
            { guard: 'isToBeAsked', target: '#listEdit.asking' },
            { guard: 'isToBeSealed', target: 'sealing' },
            { target: 'drafting' },
          ],
        },
        opening: {
          entry: 'askOpen',
          exit: 'cancelAsked',
          on: {
            'sign.settled': [...CALLED_OFF, { target: 'planning', actions: 'recordOpened' }],
          },
          after: { cipherTimeout: { target: 'planning', actions: 'recordOpened' } },
        },
        sealing: {
          entry: 'askSeal',
          exit: 'cancelAsked',
          on: {
            'sign.settled': [
              { guard: 'isText', target: 'drafting', actions: 'recordSealed' },
              ...CALLED_OFF,
              { target: '#listEdit.failed', actions: fault('unsigned') },
            ],
          },
          after: { cipherTimeout: { target: '#listEdit.failed', actions: fault('unsigned') } },
        },
        drafting: {
          entry: REQUESTS_AGAIN,
          always: { guard: 'hasJob', target: 'signing' },
          after: { jobTimeout: { target: '#listEdit.failed', actions: fault('network') } },
        },
        signing: {
          entry: 'draft',
          exit: 'cancelAsked',
          initial: 'quick',
          on: {
            'sign.settled': [
              ...CALLED_OFF,
              {
                guard: 'isSecretKept',
                target: '#listEdit.failed',
                actions: ['notifyRefused', fault('secret')],
              },
              { target: '#listEdit.failed', actions: ['notifyRefused', fault('unsigned')] },
            ],
            'outbox.jobChanged': [
              { guard: 'isSignedElsewhere', target: 'recalling', actions: 'recordKept' },
              { guard: 'isUnsigned', target: '#listEdit.failed', actions: fault('unsigned') },
            ],
          },
          after: {
            signTimeout: {
              target: '#listEdit.failed',
              actions: ['notifyRefused', fault('unsigned')],
            },
          },
          states: {
            quick: {
              on: {
                'sign.settled': {
                  guard: 'matchesTemplate',
                  target: '#publishing',
                  actions: 'recordSigned',
                },
              },
              after: { quick: 'slow' },
            },
            /** After a slow signature, fetch the base again before sending. */
            slow: {
              on: {
                'sign.settled': {
                  guard: 'matchesTemplate',
                  target: '#recalling',
                  actions: 'recordSigned',
                },
              },
            },
          },
        },
        publishing: {
          id: 'publishing',
          entry: 'send',
          on: {
            'outbox.jobChanged': [
              {
                guard: 'isAccepted',
                target: 'recalling',
                actions: ['recordKept', 'recordRefused'],
              },
              { guard: 'isUnsigned', target: '#listEdit.failed', actions: fault('unsigned') },
              { guard: 'isFailedOffline', target: '#listEdit.held', actions: 'recordKept' },
              { guard: 'isOutdated', target: 'recalling', actions: 'recordKept' },
              {
                guard: 'isFailed',
                target: '#listEdit.failed',
                actions: ['recordKept', fault('unpublished')],
              },
            ],
          },
          after: { publishTimeout: { target: '#listEdit.failed', actions: fault('unpublished') } },
        },
      },
    },
    /**
     * Show reasons and the exact difference. Meanwhile other tabs may take the lock. After a yes,
     * everything is fetched again.
     */
    asking: {
      tags: 'asking',
      on: {
        'list.confirm': { target: 'working', actions: ['agree', 'notifyAgreed', REQUESTS_AGAIN] },
        'list.cancel': { target: 'idle', actions: ['notifyCancelled', 'discard', 'dropUnsaved'] },
      },
    },
    unchanged: {
      entry: ['notifyHeld', 'notifySaved', 'discardTwins', 'discard', 'drop'],
      always: 'idle',
    },
    saved: { entry: ['notifySaved', 'discardTwins', 'drop'], always: 'idle' },
    /** The user closed the question for the signature, so the edit is not offered again. */
    calledOff: { entry: ['notifyFailed', 'discard', 'dropUnsaved'], always: 'idle' },
    /** The tab that finds this edit orphaned resumes it. */
    left: { entry: 'drop', always: 'idle' },
    failed: { entry: ['notifyFailed', 'release', 'fail'], always: 'idle' },
  },
});

export type ListEditActor = ActorRefFrom<typeof listEditMachine>;
