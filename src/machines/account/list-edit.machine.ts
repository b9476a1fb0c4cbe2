import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { CACHE } from '../../events/account/list-base.ts';
import { needsSecret, planEdit, readSecret } from '../../events/account/list-edit.ts';
import type { ListName } from '../../events/account/list-form.ts';
import { listFilter, listPlaces, listQuery } from '../../events/account/list-query.ts';
import { faultText, type ListFault, openReason, sealReason } from '../../events/account/list-words.ts';
import { stateOf } from '../../events/publish/outbox.ts';
import { nextCreatedAt, templateOf } from '../../events/publish/signed.ts';
import type { Outcome } from '../connection/hub.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { callbackPort } from '../ports.ts';
import {
  baseOf,
  heardCache,
  heardRelay,
  isNewsOf,
  type ListEditContext,
  type ListEditEvent,
  type ListEditInput,
  type ListNews,
  NOTHING,
  savedSecret,
  textOf,
} from './list-edit-context.ts';

/**
 * Edits one list of the account (ACCOUNT-08 to 13, BEYOND-01): one intent after the other (INV-SERIAL), each on a base fetched for it from the
 * caching service and the own write relays, while no other tab edits the same list. Decides, asks where it must with the exact difference,
 * signs and publishes through the outbox. From an unknown base nothing is built (INV-BASE); after a person was asked it is fetched anew.
 */
export const listEditMachine = setup({
  types: {
    context: {} as ListEditContext,
    events: {} as ListEditEvent,
    input: {} as ListEditInput,
    tags: {} as 'busy' | 'asking',
  },
  actors: {
    request: requestMachine,
    /** Says when it is this tab's turn at the list, and keeps it until it is stopped. */
    turn: callbackPort<{ type: 'turn.none' }, { account: string; list: ListName }>('turn'),
  },
  guards: {
    hasWork: ({ context }) => context.queue.length > 0,
    isSigned: ({ context }) => context.queue[0]?.resend === true,
    isUnknown: ({ context }) => context.base.state === 'unknown',
    isSure: ({ context }) => {
      const base = baseOf(context);
      return base.state === 'known' && base.isSure;
    },
    isEverybodyHeard: ({ context }) => context.open.size === 0,
    isSealed: ({ context: { list, base, secret, queue } }) =>
      secret === undefined && base.state !== 'unknown' && needsSecret(list, base, queue[0]?.intents ?? []),
    isUnchanged: ({ context: { planned } }) => planned?.ok === false && planned.refusal === 'unchanged',
    /** It is so only in a version that nobody has taken yet (INV-OUTCOME). */
    isUnheld: ({ context: { planned, base } }) =>
      planned?.ok === false && planned.refusal === 'unchanged' && base.state === 'known' && !base.isHeld,
    isRefused: ({ context: { planned } }) => planned?.ok !== true,
    isToBeAsked: ({ context: { planned, queue } }) =>
      planned?.ok === true && planned.plan.reasons.length > 0 && textOf(planned) !== queue[0]?.agreed,
    isToBeSealed: ({ context: { planned } }) => planned?.ok === true && planned.plan.seal !== undefined,
    hasJob: ({ context }) => context.queue[0]?.job !== undefined,
    isText: ({ event }) => event.type === 'sign.settled' && event.outcome.ok && 'text' in event.outcome,
    isAccepted: ({ context, event }) => isNewsOf(context, event, ['accepted']),
    isUnsigned: ({ context, event }) => isNewsOf(context, event, ['unsigned', 'discarded']),
    isFailed: ({ context, event }) => isNewsOf(context, event, ['failed']),
  },
  delays: {
    turnPatience: 30_000,
    recallPatience: 5_000,
    enough: 1_500,
    fetchPatience: 10_000,
    cipherPatience: 12 * 60_000,
    jobPatience: 20_000,
    publishPatience: 20 * 60_000,
  },
  actions: {
    wish: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'list.edit') return;
      const { list, outbox } = context;
      enqueue.assign({ queue: [...context.queue, { intents: event.intents, job: undefined, agreed: undefined, resend: false }] });
      enqueue.sendTo(outbox, { type: 'outbox.wish', list, intents: event.intents, now: event.now, from: self });
    }),
    resume: assign(({ context, event }) =>
      event.type === 'list.resume' && !context.queue.some(({ job }) => job === event.job)
        ? { queue: [...context.queue, { intents: event.intents, job: event.job, agreed: undefined, resend: false }] }
        : {},
    ),
    nameJob: assign(({ context, event }) => {
      const at = event.type === 'outbox.begun' ? context.queue.findIndex(({ job }) => job === undefined) : -1;
      const item = context.queue[at];
      return item && event.type === 'outbox.begun' ? { queue: context.queue.with(at, { ...item, job: event.job }) } : {};
    }),
    retry: enqueueActions(({ context, event, enqueue }) => {
      const failure = event.type === 'list.retry' ? context.failures[event.place] : undefined;
      if (!failure) return;
      const { intents, job, fault } = failure;
      enqueue.assign({ failures: context.failures.filter((one) => one !== failure) });
      enqueue.assign({ queue: [...context.queue, { intents, job, agreed: undefined, resend: fault === 'unpublished' }] });
    }),
    dismiss: enqueueActions(({ context, event, enqueue }) => {
      const failure = event.type === 'list.dismiss' ? context.failures[event.place] : undefined;
      if (!failure) return;
      enqueue.assign({ failures: context.failures.filter((one) => one !== failure) });
      if (failure.job !== undefined) enqueue.sendTo(context.outbox, { type: 'outbox.discard', job: failure.job });
    }),
    forget: assign(NOTHING),
    tellRecalling: sendParent(({ context }): ListNews => ({ type: 'list.recall', list: context.list })),
    remember: assign(({ event }) => (event.type === 'list.recalled' ? { recalled: event.recalled } : {})),
    /** Asks the own write relays; the caching service is asked beside it. */
    fetch: enqueueActions(({ context, enqueue, self }) => {
      const { list, account, pool, recalled } = context;
      const urls = recalled?.relays ?? [];
      const sources = [CACHE, ...urls];
      enqueue.assign({ open: new Set(sources), answers: sources.map((source) => ({ source, answered: false, events: [] })) });
      if (urls.length === 0) return;
      enqueue.sendTo(pool, { type: 'pool.ask', from: self, ask: { kind: 'subscribe', filters: [listFilter(list, account)] }, urls });
    }),
    noteRelay: assign(({ context, event }) => heardRelay(context, event)),
    noteCache: assign(({ context }, { outcome }: { outcome: Outcome | undefined }) => heardCache(context, outcome)),
    plan: assign(({ context }) => {
      const base = baseOf(context);
      const intents = context.queue[0]?.intents ?? [];
      if (base.state === 'unknown') return { base, planned: undefined };
      return { base, planned: planEdit({ list: context.list, account: context.account, base, secret: context.secret?.tags, intents }) };
    }),
    askOpen: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => {
        const { account, list, base } = context;
        const text = base.state === 'known' ? base.event.content : '';
        const act = { do: 'decrypt', scheme: text.includes('?iv=') ? 'nip04' : 'nip44', peer: account, text } as const;
        return {
          type: 'sign.request',
          request: { id: 'open', from: self, pubkey: account, reason: openReason(list), act },
        };
      },
    ),
    noteOpened: assign(({ event }) => {
      const outcome = event.type === 'sign.settled' ? event.outcome : undefined;
      return { secret: { tags: outcome?.ok && 'text' in outcome ? readSecret(outcome.text) : undefined } };
    }),
    askSeal: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => {
        const { account, list, planned } = context;
        const text = JSON.stringify(planned?.ok ? (planned.plan.seal ?? []) : []);
        const act = { do: 'encrypt', scheme: 'nip44', peer: account, text } as const;
        return {
          type: 'sign.request',
          request: { id: 'seal', from: self, pubkey: account, reason: sealReason(list), act },
        };
      },
    ),
    noteSealed: assign(({ event }) =>
      event.type === 'sign.settled' && event.outcome.ok && 'text' in event.outcome ? { sealed: event.outcome.text } : {},
    ),
    cancelCipher: enqueueActions(({ context, enqueue, self }) => {
      for (const id of ['open', 'seal']) enqueue.sendTo(context.signer, { type: 'sign.cancel', id, from: self });
    }),
    draft: enqueueActions(({ context, enqueue, self }) => {
      const { account, list, outbox, queue, planned, base, recalled, sealed } = context;
      const job = queue[0]?.job;
      if (job === undefined || !planned?.ok || !recalled) return;
      const { draft, seal } = planned.plan;
      const last = base.state === 'known' ? base.event.created_at : undefined;
      const content = seal ? (sealed ?? '') : draft.content;
      const template = templateOf({ ...draft, content }, account, nextCreatedAt(recalled.now, last));
      enqueue.sendTo(outbox, { type: 'outbox.draft', job, template, relays: listPlaces(list, draft.tags, recalled.relays), from: self });
    }),
    resend: enqueueActions(({ context, enqueue, self }) => {
      const job = context.queue[0]?.job;
      if (job !== undefined) enqueue.sendTo(context.outbox, { type: 'outbox.retry', job, now: 0, from: self });
    }),
    /** An OK that came late makes good what had failed. */
    makeGood: assign(({ context, event }) =>
      event.type === 'outbox.news' && stateOf(event.record) === 'accepted'
        ? { failures: context.failures.filter(({ job }) => job !== event.record.job) }
        : {},
    ),
    agree: assign(({ context }) => {
      const [first, ...rest] = context.queue;
      return first ? { queue: [{ ...first, agreed: textOf(context.planned) }, ...rest] } : {};
    }),
    setFault: assign((_, { fault }: { fault: ListFault }) => ({ fault })),
    setRefusal: assign(({ context: { planned, base } }) => {
      if (base.state === 'unknown') return { fault: 'network' as const };
      return { fault: planned?.ok === false && planned.refusal !== 'unchanged' ? planned.refusal : ('breach' as const) };
    }),
    /** What was cancelled, or is so already, is no job any more. */
    discard: enqueueActions(({ context, enqueue }) => {
      const job = context.queue[0]?.job;
      if (job !== undefined) enqueue.sendTo(context.outbox, { type: 'outbox.discard', job });
    }),
    drop: assign(({ context }) => ({ queue: context.queue.slice(1) })),
    fail: assign(({ context: { list, queue, failures, fault } }) => {
      const [first, ...rest] = queue;
      if (!first) return {};
      return { queue: rest, failures: [...failures, { ...first, fault, text: faultText(list, first.intents, fault) }] };
    }),
    tellSaved: sendParent(({ context }): ListNews => {
      const secret = savedSecret(context);
      return { type: 'list.saved', list: context.list, intents: context.queue[0]?.intents ?? [], ...(secret ? { secret } : {}) };
    }),
    tellFailed: sendParent(({ context: { list, queue, fault } }): ListNews => {
      return { type: 'list.failed', list, text: faultText(list, queue[0]?.intents ?? [], fault) };
    }),
  },
}).createMachine({
  id: 'listEdit',
  context: ({ input }) => ({ ...input, queue: [], failures: [], ...NOTHING, fault: 'network' }),
  initial: 'idle',
  on: {
    'list.edit': { actions: 'wish' },
    'list.resume': { actions: 'resume' },
    'list.retry': { actions: 'retry' },
    'list.dismiss': { actions: 'dismiss' },
    'outbox.begun': { actions: 'nameJob' },
    'outbox.news': { actions: 'makeGood' },
  },
  states: {
    idle: {
      always: [
        { guard: 'isSigned', target: 'resending' },
        { guard: 'hasWork', target: 'working' },
      ],
    },
    working: {
      tags: 'busy',
      initial: 'waiting',
      entry: 'forget',
      invoke: {
        src: 'turn',
        id: 'turn',
        input: ({ context: { account, list } }) => ({ account, list }),
        onError: { target: 'failed', actions: { type: 'setFault', params: { fault: 'busy' } } },
      },
      states: {
        waiting: {
          on: { 'turn.given': 'recalling' },
          after: { turnPatience: { target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'busy' } } } },
        },
        /** Whoever keeps the account's lists knows which versions were seen, and where to publish. */
        recalling: {
          entry: 'tellRecalling',
          on: { 'list.recalled': { target: 'fetching', actions: 'remember' } },
          after: { recallPatience: { target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'network' } } } },
        },
        fetching: {
          entry: 'fetch',
          invoke: {
            src: 'request',
            id: 'request',
            input: ({ context: { hub, list, account } }) => ({ hub, query: listQuery(list, account), deadline: 8_000 }),
            onDone: { actions: { type: 'noteCache', params: ({ event }) => ({ outcome: event.output }) } },
            onError: { actions: { type: 'noteCache', params: { outcome: undefined } } },
          },
          always: { guard: 'isEverybodyHeard', target: 'planning' },
          on: { 'relay.events': { actions: 'noteRelay' }, 'relay.ended': { actions: 'noteRelay' } },
          after: { enough: { guard: 'isSure', target: 'planning' }, fetchPatience: 'planning' },
        },
        planning: {
          entry: 'plan',
          always: [
            { guard: 'isUnknown', target: '#listEdit.failed', actions: 'setRefusal' },
            { guard: 'isSealed', target: 'opening' },
            {
              guard: 'isUnheld',
              target: '#listEdit.failed',
              actions: { type: 'setFault', params: { fault: 'pending' } },
            },
            { guard: 'isUnchanged', target: '#listEdit.unchanged' },
            { guard: 'isRefused', target: '#listEdit.failed', actions: 'setRefusal' },
            { guard: 'isToBeAsked', target: '#listEdit.asking' },
            { guard: 'isToBeSealed', target: 'sealing' },
            { target: 'drafting' },
          ],
        },
        opening: {
          entry: 'askOpen',
          exit: 'cancelCipher',
          on: { 'sign.settled': { target: 'planning', actions: 'noteOpened' } },
          after: { cipherPatience: { target: 'planning', actions: 'noteOpened' } },
        },
        sealing: {
          entry: 'askSeal',
          exit: 'cancelCipher',
          on: {
            'sign.settled': [
              { guard: 'isText', target: 'drafting', actions: 'noteSealed' },
              { target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'unsigned' } } },
            ],
          },
          after: { cipherPatience: { target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'unsigned' } } } },
        },
        drafting: {
          always: { guard: 'hasJob', target: 'publishing' },
          after: { jobPatience: { target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'network' } } } },
        },
        publishing: {
          entry: 'draft',
          on: {
            'outbox.news': [
              { guard: 'isAccepted', target: '#listEdit.saved' },
              { guard: 'isUnsigned', target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'unsigned' } } },
              { guard: 'isFailed', target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'unpublished' } } },
            ],
          },
          after: { publishPatience: { target: '#listEdit.failed', actions: { type: 'setFault', params: { fault: 'unpublished' } } } },
        },
      },
    },
    /** Shows reasons and the exact difference. Meanwhile it is another tab's turn; after a yes everything is fetched anew. */
    asking: {
      tags: 'asking',
      on: {
        'list.confirm': { target: 'working', actions: 'agree' },
        'list.cancel': { target: 'idle', actions: ['discard', 'drop'] },
      },
    },
    resending: {
      tags: 'busy',
      entry: 'resend',
      on: {
        'outbox.news': [
          { guard: 'isAccepted', target: 'saved' },
          { guard: 'isUnsigned', target: 'failed', actions: { type: 'setFault', params: { fault: 'unsigned' } } },
          { guard: 'isFailed', target: 'failed', actions: { type: 'setFault', params: { fault: 'unpublished' } } },
        ],
      },
      after: { publishPatience: { target: 'failed', actions: { type: 'setFault', params: { fault: 'unpublished' } } } },
    },
    unchanged: { entry: ['tellSaved', 'discard', 'drop'], always: 'idle' },
    saved: { entry: ['tellSaved', 'drop'], always: 'idle' },
    failed: { entry: ['tellFailed', 'fail'], always: 'idle' },
  },
});

export type ListEditActor = ActorRefFrom<typeof listEditMachine>;
