import { type ActorRefFrom, assign, enqueueActions, sendTo, setup, stopChild } from 'xstate';
import { editCopy } from '../../../events/nostr/edit-copy.ts';
import { relayKey } from '../../../events/core/url.ts';
import {
  encryptedJobOf,
  isUnfinished,
  jobFrom,
  onceOf,
  outdated,
  stateOf,
  textJobOf,
  withWaiting,
} from '../../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type {
  OutboxEntryDraft,
  OutboxRequest,
} from '../../../events/publish/outbox/outbox-entry.ts';
import {
  dueFrom,
  type MissedEvents,
  relaysToAdd,
  replaces,
} from '../../../events/publish/outbox/resend.ts';
import { ownTargets } from '../../../events/publish/outbox/targets.ts';
import { isWorked } from '../../../events/publish/writing/mining.ts';
import { planBehind } from '../../../events/publish/outbox/schedule.ts';
import { templateOf } from '../../../events/publish/outbox/event-template.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { FinishedText } from '../../../events/compose/stored-draft.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import {
  begun,
  childOf,
  factIn,
  forgetterFor,
  heldIn,
  isEditors,
  isOrder,
  leftIn,
  needsActor,
  newJob,
  OUTBOX_CHILDREN,
  OWE_MISSED,
  OWE_UNANSWERED,
  OWE_UNASKED,
  OWE_UNASKED_OF_CHANGED,
  ownInput,
  planOrder,
  ofAccount,
  type OutboxContext,
  type OutboxEvent,
  type OutboxInput,
  unansweredAfter,
  withJob,
  withoutJob,
} from './outbox-context.ts';
import { retryJob, subscribe, discardReplacedJob, wrapJobs } from './outbox-subscribers.ts';
import type { OutboxUpdate, OutboxLogCommand } from '../../core/outbox-protocol.ts';
import { publishMachine } from './publish.machine.ts';

/** Limit of running jobs, because XState is slow with many children under one parent. */
const MAX_WORKING = 50;

/** Pause between resends to one relay, in milliseconds. */
const REST = 60_000;

/**
 * The account's outbox (BEYOND-05, PUBLISH-04): a log that survives the page, and an actor for each
 * unfinished job. The tab that ordered a job signs it, and the leading tab sends it (ACTIVITY-03).
 * An action in a tab makes it the leader. After a crash, or in another tab, the log defines the
 * remaining work. The same signed event is then sent again.
 */
export const outboxMachine = setup({
  types: {
    context: {} as OutboxContext,
    events: {} as OutboxEvent,
    input: {} as OutboxInput,
    tags: {} as 'opening' | 'open' | 'broken',
    children: OUTBOX_CHILDREN,
  },
  actors: {
    store: callbackPort<OutboxLogCommand, { account: string }>('store'),
    publish: publishMachine,
    forgetText: promisePort<void, FinishedText>('forgetText'),
  },
  guards: { isAwake: ({ event }) => event.type === 'account.wakeChanged' && event.on },
  delays: {
    openTimeout: 10_000,
    pause: 5_000,
    /** Longer than an act can be undone, also in another tab. */
    heldTimeout: 6_000,
  },
  actions: {
    queue: assign(({ context, event }) =>
      isOrder(event) ? { waiting: [...context.waiting, event] } : {},
    ),
    unqueue: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const order of context.waiting) enqueue.raise(order);
    }),
    publish: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.publish') return;
      const { request, draft, relays, now, from, origin, plan, base } = event.order;
      const { hold = millis(0), about = [] } = event.order;
      const wish: OutboxRequest = {
        type: 'event',
        draft,
        ...(origin === undefined ? {} : { origin }),
        ...(base === undefined ? {} : { base }),
        ...plan,
      };
      const { records, account } = context;
      // the same text of the same composer never becomes two notes (PUBLISH-04)
      const once =
        origin === undefined
          ? onceOf(records, account, draft, now)
          : textJobOf(records, account, wish);
      if (once !== undefined && (records.has(once) || context.mine.has(once))) {
        retryJob(enqueue, context, once, event.order);
        return;
      }
      const job = once ?? newJob(context, wish, now);
      const template = templateOf(draft, context.account, now);
      const { mine, watchers } = begun(context, job, now, from);
      enqueue.assign({
        count: context.count + 1,
        mine,
        watchers,
        extras: new Map(context.extras).set(job, { hold, about }),
        unattended: withJob(context.unattended, job, event.order.isUnattended),
      });
      const lines: OutboxEntryDraft[] = [
        ...discardReplacedJob(context, origin),
        { job, type: 'intended', account: context.account, wish },
        ...(plan ? [] : [{ job, type: 'drafted', template, relays } as const]),
      ];
      enqueue.sendTo('store', { type: 'store.append', lines });
      if (!context.leading) enqueue.sendTo('store', { type: 'store.lead' });
      if (from)
        enqueue.sendTo(from, { type: 'outbox.jobCreated', job, request } satisfies OutboxUpdate);
    }),
    /**
     * The wraps are signed already, so both are written in one transaction. A crash leaves both
     * copies or none.
     */
    wrap: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.wrap') return;
      const { job, own, lines } = wrapJobs(context, event);
      const known = context.records.get(job);
      if (known) {
        subscribe(enqueue, context, known, event.from);
        return;
      }
      const { mine, watchers } = begun(context, job, undefined, event.from);
      enqueue.assign({ mine: new Map(mine).set(own, undefined), watchers });
      enqueue.sendTo('store', {
        type: 'store.append',
        lines: [...discardReplacedJob(context, event.origin), ...lines],
      });
      if (!context.leading) enqueue.sendTo('store', { type: 'store.lead' });
      enqueue.sendTo(event.from, { type: 'outbox.jobCreated', job } satisfies OutboxUpdate);
    }),
    wish: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.planListEdit') return;
      const wish: OutboxRequest = { type: 'list', list: event.list, intents: event.intents };
      const job = newJob(context, wish, event.now);
      enqueue.assign({
        count: context.count + 1,
        watchers: new Map(context.watchers).set(job, event.from),
      });
      enqueue.sendTo('store', {
        type: 'store.append',
        lines: [{ job, type: 'intended', account: context.account, wish }],
      });
      if (!context.leading) enqueue.sendTo('store', { type: 'store.lead' });
      enqueue.sendTo(event.from, {
        type: 'outbox.jobCreated',
        job,
        request: event.request,
      } satisfies OutboxUpdate);
    }),
    draft: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.sendListEdit') return;
      const { job, template, relays, from } = event;
      enqueue.assign({ watchers: new Map(context.watchers).set(job, from) });
      enqueue.sendTo('store', {
        type: 'store.append',
        lines: [{ job, type: 'drafted', template, relays }],
      });
    }),
    /** The list editor has signed its draft. */
    keepSigned: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.signed') return;
      const { job, event: signed, from } = event;
      const { mine, watchers } = begun(context, job, undefined, from);
      enqueue.assign({ mine, watchers, done: withoutJob(context.done, job) });
      enqueue.sendTo('store', {
        type: 'store.append',
        lines: [{ job, type: 'signed', event: signed }],
      });
      if (!context.leading) enqueue.sendTo('store', { type: 'store.lead' });
    }),
    keepRefused: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'outbox.refused') return;
      enqueue.sendTo('store', {
        type: 'store.append',
        lines: [{ job: event.job, type: 'refused', reason: event.reason }],
      });
    }),
    hold: enqueueActions(({ context: { watchers }, event, enqueue }) => {
      if (event.type !== 'outbox.hold') return;
      const { job, on, from } = event;
      enqueue.assign({ watchers: new Map(watchers).set(job, from) });
      enqueue.sendTo('store', { type: 'store.append', lines: [{ job, type: 'held', on }] });
    }),
    keepHeld: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'outbox.versionStored') return;
      const lines = event.relays.map(
        (relay): OutboxEntryDraft => ({ job: event.job, type: 'answered', relay, accepted: true }),
      );
      enqueue.sendTo('store', { type: 'store.append', lines });
    }),
    /**
     * Resume a failed job, also at relays that joined the relay list since. An unsigned draft gets
     * the current date, unless it replaces an earlier version. With a new date it would win over a
     * version made since.
     */
    retry: enqueueActions(({ context, event, enqueue }) => {
      const record = event.type === 'outbox.retry' ? context.records.get(event.job) : undefined;
      if (!record || event.type !== 'outbox.retry') return;
      const { job, wish } = record;
      // a proof of work is valid for one date only
      const isDated = replaces(wish) || (wish.type === 'event' && isWorked(wish.draft));
      const at = isDated ? (record.template?.created_at ?? event.now) : event.now;
      const { mine, watchers } = begun(context, job, at, event.from);
      enqueue.assign({
        mine,
        watchers,
        done: withoutJob(context.done, job),
        wanted: new Set(context.wanted).add(job),
        quiet: withoutJob(context.quiet, job),
        unattended: withJob(context.unattended, job, event.isUnattended),
      });
      if (context.working.has(job)) enqueue.sendTo(childOf(job), { type: 'publish.wanted' });
      const lines: OutboxEntryDraft[] = [{ job, type: 'retried' }];
      const added = isUnfinished(record) ? relaysToAdd(record, context.relays) : [];
      if (record.event)
        lines.push(...added.map((relay) => ({ job, type: 'retried', relay }) as const));
      else if (wish.type === 'event') {
        const template = templateOf(wish.draft, context.account, at);
        lines.push({ job, type: 'drafted', template, relays: [...record.relays.keys(), ...added] });
      }
      enqueue.sendTo('store', { type: 'store.append', lines });
      if (!context.leading) enqueue.sendTo('store', { type: 'store.lead' });
      enqueue.raise({ type: 'outbox.sync' });
    }),
    /** The press is in the log, and its time for undoing is over. */
    resumeHeld: enqueueActions(({ context, enqueue }) => {
      const held = heldIn(context).filter(({ job }) => context.quiet.has(job));
      if (held.length === 0) return;
      const dates = held.map(({ job, template }) => [job, template?.created_at] as const);
      enqueue.assign({ mine: new Map([...context.mine, ...dates]) });
      enqueue.raise({ type: 'outbox.sync' });
    }),
    owe: enqueueActions(
      (
        { context: { owed }, enqueue },
        { missed }: { readonly missed: readonly MissedEvents[] },
      ) => {
        if (missed.length === 0) return;
        const isKnown = (one: MissedEvents) =>
          missed.some(({ job, relay }) => job === one.job && relay === one.relay);
        enqueue.assign({ owed: [...owed.filter((one) => !isKnown(one)), ...missed] });
        enqueue.raise({ type: 'outbox.sync' });
      },
    ),
    receiveRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({ relays: ownTargets(event.relays) })),
    ),
    recordRested: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.restEnded') return;
      enqueue.assign({ resting: withoutJob(context.resting, event.key) });
      enqueue.raise({ type: 'outbox.sync' });
    }),
    /** Resend failed jobs unchanged, once a relay is connected that has not received them. */
    resend: enqueueActions(({ context, enqueue }) => {
      const { leading, owed: all, records, resting } = context;
      if (!leading || all.length === 0) return;
      const { due, owed } = dueFrom(all, records, resting);
      const keys = new Set(due.map(({ relay }) => relayKey(relay)));
      enqueue.assign({ owed, resting: new Set([...resting, ...keys]) });
      for (const key of keys) enqueue.raise({ type: 'outbox.restEnded', key }, { delay: REST });
      const lines = due.map(
        ({ job, relay }): OutboxEntryDraft => ({ job, type: 'retried', relay }),
      );
      if (lines.length > 0) enqueue.sendTo('store', { type: 'store.append', lines });
    }),
    watch: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.subscribeToOrigin') return;
      const { origin, from, request } = event;
      const record = jobFrom(context.records, origin);
      if (record) subscribe(enqueue, context, record, from, request);
      else enqueue.sendTo(from, { type: 'outbox.jobMissing', request } satisfies OutboxUpdate);
    }),
    attend: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.subscribe') return;
      enqueue.assign({ attending: new Map(context.attending).set(event.from.id, event.from) });
      enqueue.sendTo(event.from, {
        type: 'outbox.changed',
        records: context.records,
      } satisfies OutboxUpdate);
      for (const job of leftIn(context))
        enqueue.sendTo(event.from, { type: 'outbox.jobAbandoned', job } satisfies OutboxUpdate);
    }),
    discard: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.discard') return;
      const record = context.records.get(event.job);
      if (event.unlessSending && record && stateOf(record) === 'sending') return;
      const jobs =
        record && stateOf(record) === 'accepted'
          ? [event.job]
          : withWaiting(context.records, event.job);
      enqueue.sendTo('store', {
        type: 'store.append',
        lines: jobs.map((job): OutboxEntryDraft => ({ job, type: 'discarded' })),
      });
      const forgetter = event.withText && record && forgetterFor(record);
      if (forgetter) enqueue.spawnChild('forgetText', forgetter);
    }),
    reschedule: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.reschedule') return;
      const { job, from } = event;
      const order = planOrder(planBehind(context.records, job), from);
      if (order) enqueue.raise({ type: 'outbox.publish', order });
      else if (from) enqueue.sendTo(from, { type: 'outbox.jobMissing' } satisfies OutboxUpdate);
    }),
    endForgetter: stopChild(({ event }) => ('actorId' in event ? String(event.actorId) : '')),
    append: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'outbox.append' && event.lines.length > 0)
        enqueue.sendTo('store', { type: 'store.append', lines: event.lines });
    }),
    /** The stored log was read. Its signed events are facts, like those from relays. */
    open: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'store.opened') return;
      const all = foldOutbox(
        context.records,
        ofAccount(event.entries, context.records, context.account),
      );
      const jobs = outdated(all, event.now);
      const records = new Map([...all].filter(([job]) => !jobs.includes(job)));
      const held = heldIn({ records, mine: context.mine });
      enqueue.assign({
        records,
        unfinished: [...records.values()].filter(isUnfinished).length,
        latest: event.now,
        // an act that another tab drafts later can still be undone there
        quiet: new Set([...context.quiet, ...held.map(({ job }) => job)]),
      });
      if (jobs.length > 0) enqueue.sendTo('store', { type: 'store.prune', jobs });
      for (const one of context.attending.values())
        enqueue.sendTo(one, { type: 'outbox.changed', records } satisfies OutboxUpdate);
      const events = [...records.values()].flatMap((record) => factIn(record) ?? []);
      if (events.length > 0)
        enqueue.sendTo(context.bus, { type: 'facts.received', events, claims: [], now: event.now });
      enqueue.raise({ type: 'outbox.sync' });
    }),
    fold: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'store.appended') return;
      const records = foldOutbox(
        context.records,
        ofAccount(event.entries, context.records, context.account),
      );
      const changed = [...records.values()].filter(
        (record) => context.records.get(record.job) !== record,
      );
      const latest = event.entries.reduce(
        (last, { at }) => (at > last ? at : last),
        context.latest,
      );
      // the failed actor may have ended by then
      const again = new Set(
        event.entries.flatMap(({ job, type }) => (type === 'retried' ? [job] : [])),
      );
      const done = new Set([...context.done].filter((job) => !again.has(job)));
      const { unanswered, pauses } = unansweredAfter(context, changed);
      for (const { job, delay } of pauses)
        enqueue.raise({ type: 'outbox.pauseEnded', job }, { delay });
      enqueue.assign({
        unanswered,
        records,
        unfinished: [...records.values()].filter(isUnfinished).length,
        latest,
        done,
      });
      // before other actors act on one of them
      for (const one of context.attending.values())
        enqueue.sendTo(one, { type: 'outbox.changed', records } satisfies OutboxUpdate);
      for (const record of changed) {
        const before = context.records.get(record.job);
        const isTaken =
          record.event &&
          stateOf(record) === 'accepted' &&
          (!before || stateOf(before) !== 'accepted');
        if (isTaken)
          enqueue.sendTo(context.scope, {
            type: 'outbox.accepted',
            event: record.event,
          });
        // a composer that is open drops its text itself, but it may be closed by now
        const forgetter = isTaken && context.leading && forgetterFor(record);
        if (forgetter) enqueue.spawnChild('forgetText', forgetter);
        const fact = before && factIn(before) ? undefined : factIn(record);
        if (fact)
          enqueue.sendTo(context.bus, {
            type: 'facts.received',
            events: [fact],
            claims: [],
            now: fact.created_at,
          });
        if (context.working.has(record.job))
          enqueue.sendTo(childOf(record.job), { type: 'publish.record', record });
        const watcher = context.watchers.get(record.job);
        if (watcher)
          enqueue.sendTo(watcher, { type: 'outbox.jobChanged', record } satisfies OutboxUpdate);
      }
      enqueue.raise({ type: 'outbox.sync' });
    }),
    drop: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'store.refused') return;
      for (const line of event.lines) {
        const { job, type } = line;
        const isAsked = type === 'signed' && context.working.has(job);
        if (isAsked) enqueue.sendTo(childOf(job), { type: 'publish.dropped' });
        const [watcher, record] = [context.watchers.get(job), context.records.get(job)];
        // a watcher that waits for the result of a rejected entry receives the current state
        if (!isAsked && watcher && record)
          enqueue.sendTo(watcher, { type: 'outbox.jobChanged', record } satisfies OutboxUpdate);
        // another tab sends this message
        const other = type === 'intended' ? encryptedJobOf(context.records, line.wish) : undefined;
        if (watcher && other) subscribe(enqueue, context, other, watcher);
      }
    }),
    lead: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'store.leadershipChanged') return;
      enqueue.assign({ leading: event.leading, done: new Set() });
      for (const job of context.working.keys()) {
        const record = context.records.get(job);
        const leading = event.leading || (record !== undefined && isEditors(record));
        enqueue.sendTo(childOf(job), { type: 'publish.leadershipChanged', leading });
      }
      enqueue.raise({ type: 'outbox.sync' });
    }),
    sync: enqueueActions(({ context, enqueue }) => {
      const { bus, scope: pool, signer, leading } = context;
      const working = new Map(context.working);
      for (const record of context.records.values()) {
        if (working.size >= MAX_WORKING) break;
        if (working.has(record.job) || !needsActor(record, context)) continue;
        working.set(record.job, record.template?.created_at);
        const own = ownInput(context, record.job);
        const input = { bus, pool, signer, record, leading: leading || isEditors(record), ...own };
        enqueue.spawnChild('publish', { id: childOf(record.job), input });
      }
      if (working.size > context.working.size) enqueue.assign({ working });
    }),
    finish: enqueueActions(({ context, event, enqueue }) => {
      const id = 'actorId' in event ? String(event.actorId) : '';
      const job = id.slice('publish '.length);
      enqueue.stopChild(id);
      const { working, mine, done, wanted } = context;
      const after = editCopy({ working, mine, done, wanted }, (jobs) => {
        // never request a signature again automatically, unless the user ordered a newer draft
        if (jobs.mine.get(job) === jobs.working.get(job)) jobs.mine.delete(job);
        jobs.working.delete(job);
        jobs.wanted.delete(job);
        jobs.done.add(job);
      });
      enqueue.assign(after);
      enqueue.raise({ type: 'outbox.sync' });
    }),
    recordUnkept: assign(whenEvent('store.writeFailed', ({ event }) => ({ unkept: event.reason }))),
    recordKept: assign({ unkept: undefined }),
    notifyBegan: sendTo(({ context }) => context.scope, {
      type: 'outbox.started',
    }),
    takeOver: sendTo('store', { type: 'store.lead' }),
    resign: sendTo('store', { type: 'store.resign' }),
    stand: sendTo('store', { type: 'store.standBy' }),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({
    ...input,
    records: new Map(),
    relays: [],
    unfinished: 0,
    leading: false,
    mine: new Map(),
    wanted: new Set(),
    quiet: new Set(),
    unattended: new Set(),
    extras: new Map(),
    working: new Map(),
    done: new Set(),
    watchers: new Map(),
    attending: new Map(),
    owed: [],
    resting: new Set(),
    unanswered: new Map(),
    latest: seconds(0),
    waiting: [],
    count: 0,
    unkept: undefined,
  }),
  entry: 'notifyBegan',
  initial: 'keeping',
  on: {
    'outbox.publish': { actions: 'queue' },
    'outbox.wrap': { actions: 'queue' },
    'outbox.planListEdit': { actions: 'queue' },
    'outbox.sendListEdit': { actions: 'queue' },
    'outbox.signed': { actions: 'queue' },
    'outbox.refused': { actions: 'queue' },
    'outbox.versionStored': { actions: 'queue' },
    'outbox.hold': { actions: 'queue' },
    'outbox.retry': { actions: 'queue' },
    'outbox.discard': { actions: 'queue' },
    'outbox.reschedule': { actions: 'queue' },
    'outbox.subscribeToOrigin': { actions: 'queue' },
    'outbox.subscribe': { actions: 'queue' },
    'relay.opened': { actions: 'queue' },
    'relayList.changed': { actions: 'receiveRelays' },
    'outbox.restEnded': { actions: 'recordRested' },
    'xstate.done.actor.forget.*': { actions: 'endForgetter' },
    'xstate.error.actor.forget.*': { actions: 'endForgetter' },
    'xstate.done.actor.*': { actions: 'finish' },
    'xstate.error.actor.*': { actions: 'finish' },
  },
  states: {
    keeping: {
      initial: 'opening',
      invoke: {
        src: 'store',
        id: 'store',
        input: ({ context }) => ({ account: context.account }),
        onError: 'broken',
      },
      on: {
        'store.writeFailed': { actions: 'recordUnkept' },
        'store.written': { actions: 'recordKept' },
        'store.leadershipChanged': { actions: 'lead' },
        'account.wakeChanged': [{ guard: 'isAwake', actions: 'stand' }, { actions: 'resign' }],
      },
      states: {
        opening: {
          tags: 'opening',
          on: { 'store.opened': { target: 'open', actions: ['open', OWE_UNASKED] } },
          after: { openTimeout: '#outbox.broken' },
        },
        open: {
          tags: 'open',
          entry: 'unqueue',
          on: {
            'store.appended': { actions: ['fold', OWE_UNASKED_OF_CHANGED] },
            'relayList.changed': { actions: ['receiveRelays', OWE_UNASKED] },
            'store.refused': { actions: 'drop' },
            'outbox.publish': { actions: 'publish' },
            'outbox.wrap': { actions: 'wrap' },
            'outbox.planListEdit': { actions: 'wish' },
            'outbox.sendListEdit': { actions: 'draft' },
            'outbox.signed': { actions: 'keepSigned' },
            'outbox.refused': { actions: 'keepRefused' },
            'outbox.versionStored': { actions: 'keepHeld' },
            'outbox.hold': { actions: 'hold' },
            'outbox.retry': { actions: 'retry' },
            'outbox.discard': { actions: 'discard' },
            'outbox.reschedule': { actions: 'reschedule' },
            'outbox.subscribeToOrigin': { actions: 'watch' },
            'outbox.subscribe': { actions: 'attend' },
            'outbox.append': { actions: 'append' },
            'outbox.stalled': { actions: 'takeOver' },
            'relay.opened': { actions: OWE_MISSED },
            'outbox.pauseEnded': { actions: OWE_UNANSWERED },
            'outbox.sync': { actions: ['resend', 'sync'] },
          },
          after: { heldTimeout: { actions: 'resumeHeld' } },
        },
      },
    },
    /** The log cannot be read now. New orders wait. */
    broken: { tags: 'broken', after: { pause: 'keeping' } },
  },
});

export type OutboxActor = ActorRefFrom<typeof outboxMachine>;
