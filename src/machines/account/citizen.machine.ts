import { type ActorRefFrom, assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import { listQuery } from '../../events/account/list-query.ts';
import { acceptedBy, failureOf, type OutboxRecords } from '../../events/publish/outbox.ts';
import { actOf, actsIn, actsOn } from '../../events/publish/own-acts.ts';
import { crashOf } from '../app/failure.ts';
import { endingOf, judgeCrash, MINUTE, pathed } from '../app/supervision.ts';
import type { Outcome } from '../connection/hub.ts';
import { relayPoolMachine } from '../connection/relay-pool.machine.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { broadcastMachine } from '../publish/broadcast.machine.ts';
import { composeMachine } from '../publish/compose.machine.ts';
import { inboxesMachine } from '../publish/inboxes.machine.ts';
import { mentionMachine } from '../publish/mention.machine.ts';
import { type OutboxActor, outboxMachine } from '../publish/outbox.machine.ts';
import { retractMachine } from '../publish/retract.machine.ts';
import { promisePort } from '../ports.ts';
import { mediaServersMachine } from '../settings/media-servers.machine.ts';
import { networkMachine } from '../settings/network.machine.ts';
import { settingsSyncMachine } from '../settings/settings-sync.machine.ts';
import {
  acceptedIn,
  CITIZEN_CHILDREN,
  DEPENDENTS,
  type CitizenChild,
  type CitizenContext,
  type CitizenEvent,
  type CitizenInput,
  type CitizenNews,
  done,
  failed,
  failureNews,
  isOwnRelays,
  listFailureNews,
  NEED_RELAYS,
  needsRelays,
  postedNews,
  publishOrder,
  relaysIn,
  retractionsAfter,
  stillHeld,
  unclearNews,
  withoutCrashed,
  withoutKey,
  writeUrls,
} from './citizen-context.ts';
import { listsMachine } from './lists.machine.ts';
import { mutualsMachine } from './mutuals.machine.ts';
import { privilegedMachine } from './privileged.machine.ts';

/**
 * What belongs to one account that can act: its relays and its outbox. It lives as long as the account is here, and ends with it (INV-SCOPE).
 */
export const citizenMachine = setup({
  types: {
    context: {} as CitizenContext,
    events: {} as CitizenEvent,
    input: {} as CitizenInput,
    children: {} as {
      [retract: `retract ${string}`]: 'retract';
      clock: 'clock';
      relays: 'relays';
      outbox: 'outbox';
      inboxes: 'inboxes';
      network: 'network';
      media: 'media';
      lists: 'lists';
      mutuals: 'mutuals';
      settings: 'settings';
      compose: 'compose';
      mention: 'mention';
      [broadcast: `broadcast ${string}`]: 'broadcast';
    },
  },
  actors: {
    relays: relayPoolMachine,
    outbox: outboxMachine,
    inboxes: inboxesMachine,
    network: networkMachine,
    media: mediaServersMachine,
    lists: listsMachine,
    mutuals: mutualsMachine,
    settings: settingsSyncMachine,
    request: requestMachine,
    compose: composeMachine,
    mention: mentionMachine,
    broadcast: broadcastMachine,
    privileged: privilegedMachine,
    retract: retractMachine,
    /** Seconds by which the clock of this device is ahead. */
    clock: promisePort<number, undefined>('clock'),
  },
  guards: {
    /** A relay list that was refused is no answer: to act on none, or on an older one, could send things anywhere (INV-BASE). */
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok && !outcome.answer.rejected,
    isUnlocated: ({ context }) => context.relays.length === 0,
    isFailure: ({ context, event }) => failed(context, event) !== undefined,
    isDone: ({ context, event }) => done(context, event) !== undefined,
    isOwnRelays: ({ event }) => isOwnRelays(event),
  },
  delays: { refresh: 10 * 60_000, again: 30_000 },
  actions: {
    /** The outbox asks the relays by way of this actor, which is there before and after them. */
    start: enqueueActions(({ context, enqueue, self }, { names }: { names: readonly CitizenChild[] }) => {
      const { account, isLocal, hub, signer, seed, home } = context;
      for (const name of names) {
        if (name === 'relays') enqueue.spawnChild('relays', { id: name, input: { account, signer, seed, home, listener: self } });
        else if (name === 'network') enqueue.spawnChild('network', { id: name, input: { account, hub, home } });
        else if (name === 'media') enqueue.spawnChild('media', { id: name, input: { account, hub, home } });
        else if (name === 'inboxes') enqueue.spawnChild('inboxes', { id: name, input: { account, hub } });
        else if (name === 'mutuals') enqueue.spawnChild('mutuals', { id: name, input: { account, hub } });
        else if (name === 'settings') enqueue.spawnChild('settings', { id: name, input: { account, isLocal, hub, signer } });
        // lists hold the address of the outbox: they begin with it
        else
          enqueue.assign(({ spawn }) => {
            const known = name === 'lists' ? self.getSnapshot().children.outbox : undefined;
            const outbox = known ?? spawn('outbox', { id: 'outbox', input: { account, hub, signer, pool: self } });
            spawn('lists', { id: 'lists', input: { account, hub, signer, pool: self, outbox } });
            return {};
          });
      }
    }),
    /**
     * A child that fails is started again, and the others live on, but for those that hold its address. One that fails again and again ends this
     * actor, which the account starts anew.
     */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue.sendParent({ type: 'citizen.crashed', crash: pathed('citizen', crash) } satisfies CitizenNews);
      enqueue(endingOf(self, event));
      for (const id of [crash.actor, ...(DEPENDENTS[crash.actor] ?? [])]) enqueue.stopChild(id);
      enqueue.assign({ restarts });
      enqueue.raise({ type: 'citizen.forgive' }, { id: 'forgive', delay: MINUTE });
      const child = CITIZEN_CHILDREN.find((one) => one === crash.actor);
      if (child && !isRestarted) throw new Error(`${child} failed too often: ${crash.message}`);
      if (child) enqueue.raise({ type: 'citizen.restart', child });
    }),
    /** What was to be done once and failed did not happen, and that is said. */
    endFailed: enqueueActions(({ context, event, enqueue }) => {
      const { failed, ...left } = withoutCrashed(context, crashOf(event).actor);
      if (failed === undefined) return;
      enqueue.assign(left);
      enqueue.sendParent({ type: 'citizen.failed', text: failed } satisfies CitizenNews);
    }),
    /** Who begins anew is told what is known by now. */
    tellRestarted: enqueueActions(({ context: { relays }, event, enqueue }) => {
      if (event.type !== 'citizen.restart' || relays.length === 0) return;
      if (event.child === 'relays') enqueue.sendTo('relays', { type: 'pool.relays', relays });
      if (event.child === 'outbox' || event.child === 'lists') enqueue.sendTo('lists', { type: 'lists.relays', relays: writeUrls(relays) });
    }),
    /** Lists are fetched from the account's relays, and published there. */
    tellLists: sendTo('lists', ({ context }) => ({ type: 'lists.relays', relays: writeUrls(context.relays) })),
    edit: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'citizen.edit') enqueue.sendTo('lists', { ...event, type: 'lists.edit' });
    }),
    proxy: sendTo('relays', ({ event }) => ({ type: 'pool.proxy', on: event.type === 'network.proxied' && event.on })),
    askRelays: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'pool.ask') enqueue.sendTo('relays', event);
    }),
    locate: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome }) => {
      const relays = relaysIn(outcome.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [], context);
      enqueue.assign({ relays });
      enqueue.sendTo('relays', { type: 'pool.relays', relays });
    }),
    /** The list as it was just saved here; the caching service may not have it yet. */
    relocate: enqueueActions(({ context, enqueue, self }) => {
      const relays = relaysIn(acceptedIn(recordsOf(self)), context);
      enqueue.assign({ relays });
      enqueue.sendTo('relays', { type: 'pool.relays', relays });
    }),
    wait: assign(({ context, event }) => (needsRelays(event) ? { waiting: [...context.waiting, event] } : {})),
    doWaiting: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const order of context.waiting) enqueue.raise(order);
    }),
    /** It goes on as soon as it is known where those it tells read. */
    publish: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'citizen.publish') enqueue.sendTo('inboxes', { type: 'inboxes.ask', order: event });
    }),
    send: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'inboxes.found') return;
      const request = String(context.requests);
      const order = { ...publishOrder(context, event), request, from: self };
      enqueue.assign({ requests: context.requests + 1, ordered: new Map(context.ordered).set(request, event.order) });
      enqueue.sendTo('outbox', { type: 'outbox.publish', order });
    }),
    noteJob: assign(({ context: { ordered, promised, held }, event }) => {
      if (event.type !== 'outbox.begun') return {};
      const { request = '' } = event;
      const order = ordered.get(request);
      if (!order) return {};
      const { doing = '', hold = 0, draft } = order;
      return {
        ordered: withoutKey(ordered, request),
        promised: new Map(promised).set(event.job, order),
        held: hold === 0 ? held : new Map(held).set(event.job, { act: actOf(draft) ?? '', text: doing }),
      };
    }),
    undo: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'citizen.undo') enqueue.sendTo('outbox', { type: 'outbox.discard', job: event.job });
    }),
    tellDone: enqueueActions(({ context, event, enqueue }) => {
      const text = done(context, event);
      if (event.type !== 'outbox.news' || text === undefined) return;
      const promised = new Map(context.promised);
      const promise = promised.get(event.record.job);
      promised.delete(event.record.job);
      enqueue.assign({ promised });
      enqueue.sendParent({ type: 'citizen.done', text } satisfies CitizenNews);
      if (!promise?.tell) return;
      const { account, hub, signer } = context;
      enqueue.spawnChild('privileged', { input: { account, hub, signer, asked: promise.tell, quiet: false } });
    }),
    /** What is on its way is not sent a second time. */
    broadcast: enqueueActions(({ context: { hub, broadcasts, relays }, event: order, enqueue, self }) => {
      if (order.type !== 'citizen.broadcast' || broadcasts.has(order.event.id)) return;
      const { event } = order;
      enqueue.assign({ broadcasts: new Map(broadcasts).set(event.id, order) });
      const input = { event, hub, pool: self, relays: writeUrls(relays) };
      enqueue.spawnChild('broadcast', { id: `broadcast ${event.id}` as const, input });
    }),
    endBroadcast: enqueueActions(({ context: { broadcasts }, event, enqueue }) => {
      if (event.type !== 'broadcast.ended') return;
      enqueue.stopChild(`broadcast ${event.eventId}`);
      const order = broadcasts.get(event.eventId);
      if (!order) return;
      enqueue.assign({ broadcasts: withoutKey(broadcasts, event.eventId) });
      const [type, text] = event.isTaken ? (['citizen.done', order.done] as const) : (['citizen.failed', order.failed] as const);
      enqueue.sendParent({ type, text } satisfies CitizenNews);
    }),
    tellListFailed: sendParent(({ event }) => listFailureNews(event)),
    noteAct: assign(({ context, event, self }) => {
      if (event.type !== 'outbox.news') return {};
      const { record } = event;
      // what a person sends again may fail again, and is told again; what is sent by itself is not
      const isAnew = failureOf(record) === undefined && record.broadcast.outcome === 'waiting';
      const failed = isAnew ? new Set([...context.failed].filter((job) => job !== record.job)) : context.failed;
      return { ...retractionsAfter(context, record, actsIn(recordsOf(self))), held: stillHeld(context.held, record), failed };
    }),
    retract: enqueueActions(({ context: { account, retracting, relays }, event, enqueue, self }) => {
      if (event.type !== 'citizen.retract') return;
      const { target, kind } = event;
      const act = `${kind} ${target}`;
      if (retracting.has(act)) return;
      enqueue.assign({ retracting: new Map(retracting).set(act, event) });
      const known = actsOn(recordsOf(self), target, kind).map((record) => record.event);
      const input = { account, target, kind, known, pool: self, relays: writeUrls(relays) };
      enqueue.spawnChild('retract', { id: `retract ${act}` as const, input });
    }),
    /** One request takes back all that was found, and goes to whoever took them as well. */
    askDeletion: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'retract.found') return;
      const { act, draft } = event;
      const order = context.retracting.get(act);
      enqueue.stopChild(`retract ${act}`);
      if (!order) return;
      const { now, failed, target, kind, missing } = order;
      if (!draft) {
        enqueue.assign({ retracting: withoutKey(context.retracting, act) });
        enqueue.sendParent({ type: 'citizen.failed', text: missing } satisfies CitizenNews);
        return;
      }
      const also = actsOn(recordsOf(self), target, kind).flatMap(acceptedBy);
      enqueue.raise({ type: 'citizen.publish', draft, now, failed, also, about: [target], retracts: act });
    }),
    noteFailure: assign(({ context: { failed }, event }) =>
      event.type === 'outbox.news' ? { failed: new Set(failed).add(event.record.job) } : {},
    ),
    /** Where relays object to the date it is first found out how far the clock is off: nobody can mend what he is not told. */
    tellFailure: enqueueActions(({ context, event, enqueue, self }) => {
      const news = failureNews(context, event);
      if (news.why?.code !== 'clock') {
        enqueue.sendParent(news satisfies CitizenNews);
        return;
      }
      enqueue.assign({ unclear: [...context.unclear, news] });
      if (!self.getSnapshot().children.clock) enqueue.spawnChild('clock', { id: 'clock', input: undefined });
    }),
    tellUnclear: enqueueActions(({ context, event, enqueue }) => {
      enqueue.stopChild('clock');
      enqueue.assign({ unclear: [] });
      for (const news of unclearNews(context, event)) enqueue.sendParent(news satisfies CitizenNews);
    }),
    compose: enqueueActions(({ context: { account, hub, signer, home }, event, enqueue, self }) => {
      const { outbox, compose } = self.getSnapshot().children;
      if (event.type !== 'citizen.compose' || compose || !outbox) return;
      enqueue.spawnChild('compose', { id: 'compose', input: { account, aim: event.aim, outbox, hub, signer, home } });
      enqueue.spawnChild('mention', { id: 'mention', input: { hub } });
    }),
    endCompose: enqueueActions(({ enqueue }) => {
      enqueue.stopChild('compose');
      enqueue.stopChild('mention');
    }),
    tellPosted: sendParent(({ event }) => postedNews(event)),
    sleep: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('outbox', { type: 'outbox.sleep' });
      enqueue.sendTo('relays', { type: 'pool.sleep' });
    }),
    wake: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('relays', { type: 'pool.wake' });
      enqueue.sendTo('outbox', { type: 'outbox.wake' });
    }),
  },
}).createMachine({
  id: 'citizen',
  context: ({ input }) => ({
    ...input,
    relays: [],
    waiting: [],
    failed: new Set(),
    requests: 0,
    ordered: new Map(),
    promised: new Map(),
    broadcasts: new Map(),
    held: new Map(),
    retracting: new Map(),
    retracted: new Set(),
    unclear: [],
    restarts: {},
  }),
  entry: { type: 'start', params: { names: CITIZEN_CHILDREN.filter((name) => name !== 'lists') } },
  initial: 'locating',
  on: {
    'pool.ask': { actions: 'askRelays' },
    'inboxes.found': { actions: 'send' },
    'network.proxied': { actions: 'proxy' },
    'media.edit': { actions: raise(({ event }) => ({ ...event, type: 'citizen.edit', list: 'mediaServers' })) },
    'network.online': { actions: sendTo('relays', { type: 'pool.online' }) },
    'relay.opened': { actions: sendTo('outbox', ({ event }) => ({ type: 'outbox.returned', url: event.url })) },
    'outbox.begun': { actions: 'noteJob' },
    'outbox.news': [
      { guard: 'isFailure', actions: ['noteAct', 'tellFailure', 'noteFailure'] },
      { guard: 'isDone', actions: ['noteAct', 'tellDone'] },
      { guard: 'isOwnRelays', target: '.located', actions: 'relocate' },
      { actions: 'noteAct' },
    ],
    'list.failed': { actions: 'tellListFailed' },
    'list.saved': { guard: ({ event }) => event.list === 'relays', target: '.located', actions: 'relocate' },
    'broadcast.ended': { actions: 'endBroadcast' },
    'citizen.publish': [{ guard: 'isUnlocated', actions: 'wait' }, { actions: 'publish' }],
    'citizen.retract': [{ guard: 'isUnlocated', actions: 'wait' }, { actions: 'retract' }],
    'citizen.broadcast': [{ guard: 'isUnlocated', actions: 'wait' }, { actions: 'broadcast' }],
    'citizen.edit': { actions: 'edit' },
    'citizen.compose': { actions: 'compose' },
    'xstate.done.actor.compose': [
      { guard: ({ event }) => event.output.published, actions: ['endCompose', 'tellPosted'] },
      { actions: 'endCompose' },
    ],
    'retract.found': { actions: 'askDeletion' },
    'xstate.done.actor.clock': { actions: 'tellUnclear' },
    'xstate.error.actor.clock': { actions: 'tellUnclear' },
    'citizen.undo': { actions: 'undo' },
    'citizen.restart': { actions: [{ type: 'start', params: ({ event }) => ({ names: [event.child] }) }, 'tellRestarted'] },
    'citizen.forgive': { actions: assign({ restarts: {} }) },
    'xstate.error.actor.*': { actions: ['supervise', 'endFailed'] },
    'citizen.slept': { actions: 'sleep' },
    'citizen.woke': { actions: 'wake' },
  },
  states: {
    /** Where the account publishes is asked first, and again from time to time: the list may have been changed elsewhere. */
    locating: {
      invoke: {
        id: 'locate',
        src: 'request',
        input: ({ context: { hub, account } }) => ({ hub, query: listQuery('relays', account) }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'located',
            actions: { type: 'locate', params: ({ event }) => ({ outcome: event.output }) },
          },
          { guard: 'isUnlocated', target: 'lost' },
          { target: 'located' },
        ],
        onError: [{ guard: 'isUnlocated', target: 'lost' }, { target: 'located' }],
      },
    },
    /** Nothing is sent to relays that nobody has named: it is asked again. */
    lost: {
      on: {
        ...Object.fromEntries(NEED_RELAYS.map((type) => [type, { target: 'locating', actions: 'wait' } as const])),
        'citizen.edit': { target: 'locating', actions: 'edit' },
      },
      after: { again: 'locating' },
    },
    located: { entry: ['tellLists', 'doWaiting'], after: { refresh: 'locating' } },
  },
});

export type CitizenActor = ActorRefFrom<typeof citizenMachine>;

const NO_RECORDS: OutboxRecords = new Map();

function recordsOf(self: {
  readonly getSnapshot: () => { readonly children: { readonly outbox?: OutboxActor | undefined } };
}): OutboxRecords {
  return self.getSnapshot().children.outbox?.getSnapshot().context.records ?? NO_RECORDS;
}
