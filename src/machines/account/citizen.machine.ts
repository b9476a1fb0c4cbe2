import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { listQuery } from '../../events/account/list-query.ts';
import { SERVERS_FAILED } from '../../events/account/list-words.ts';
import { KIND } from '../../events/kinds.ts';
import { stateOf } from '../../events/publish/outbox.ts';
import { targetsOf } from '../../events/publish/targets.ts';
import type { Outcome } from '../connection/hub.ts';
import { relayPoolMachine } from '../connection/relay-pool.machine.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { broadcastMachine } from '../publish/broadcast.machine.ts';
import { composeMachine } from '../publish/compose.machine.ts';
import { inboxesMachine } from '../publish/inboxes.machine.ts';
import { mentionMachine } from '../publish/mention.machine.ts';
import { outboxMachine } from '../publish/outbox.machine.ts';
import { mediaServersMachine } from '../settings/media-servers.machine.ts';
import { networkMachine } from '../settings/network.machine.ts';
import { settingsSyncMachine } from '../settings/settings-sync.machine.ts';
import {
  actOf,
  type CitizenContext,
  type CitizenEvent,
  type CitizenInput,
  type CitizenNews,
  done,
  failed,
  failureText,
  relaysIn,
  stillHeld,
  withAct,
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
      broadcast: 'broadcast';
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
  },
  guards: {
    /** A relay list that was refused is no answer: to act on none, or on an older one, could send things anywhere (INV-BASE). */
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok && !outcome.answer.rejected,
    isFailure: ({ context, event }) => failed(context, event) !== undefined,
    isDone: ({ context, event }) => done(context, event) !== undefined,
    /** The first relay list of somebody new; later ones are saved by the lists. */
    isOwnRelays: ({ event }) =>
      event.type === 'outbox.news' && event.record.event?.kind === KIND.RelayList && stateOf(event.record) === 'accepted',
    isTaken: ({ event }) => 'output' in event && 'isTaken' in event.output && event.output.isTaken,
  },
  delays: { refresh: 10 * 60_000, again: 30_000 },
  actions: {
    /** The outbox asks the relays by way of this actor, which is there before and after them. */
    start: enqueueActions(({ context: { account, isLocal, hub, signer, seed, home }, enqueue, self }) => {
      enqueue.spawnChild('relays', { id: 'relays', input: { account, signer, seed, home } });
      enqueue.spawnChild('network', { id: 'network', input: { account, hub, home } });
      enqueue.spawnChild('media', { id: 'media', input: { account, hub, home } });
      enqueue.spawnChild('inboxes', { id: 'inboxes', input: { account, hub } });
      enqueue.spawnChild('mutuals', { id: 'mutuals', input: { account, hub } });
      enqueue.spawnChild('settings', { id: 'settings', input: { account, isLocal, hub, signer } });
      enqueue.spawnChild('outbox', { id: 'outbox', input: { account, hub, signer, pool: self } });
    }),
    /** Lists are fetched from the account's relays, and published there. */
    tellLists: enqueueActions(({ context: { account, hub, signer, relays }, enqueue, self }) => {
      const { outbox, lists } = self.getSnapshot().children;
      if (!lists && outbox) enqueue.spawnChild('lists', { id: 'lists', input: { account, hub, signer, pool: self, outbox } });
      enqueue.sendTo('lists', { type: 'lists.relays', relays: writeUrls(relays) });
    }),
    edit: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'citizen.edit') enqueue.sendTo('lists', { ...event, type: 'lists.edit' });
    }),
    editServers: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'media.edit') enqueue.raise({ ...event, type: 'citizen.edit', list: 'mediaServers' });
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
      const records = [...(self.getSnapshot().children.outbox?.getSnapshot().context.records.values() ?? [])];
      const taken = records.flatMap((record) => (record.event && stateOf(record) === 'accepted' ? [record.event] : []));
      const relays = relaysIn(taken, context);
      enqueue.assign({ relays });
      enqueue.sendTo('relays', { type: 'pool.relays', relays });
    }),
    wait: assign(({ context, event }) =>
      event.type === 'citizen.publish' || event.type === 'citizen.edit' ? { waiting: [...context.waiting, event] } : {},
    ),
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
      const { draft, now, origin, hold, also = [] } = event.order;
      const relays = targetsOf(draft, { relays: context.relays, inboxOf: (pubkey) => event.inboxes.get(pubkey) ?? [], also });
      const order = {
        draft,
        relays,
        now,
        from: self,
        ...(origin === undefined ? {} : { origin }),
        ...(hold === undefined ? {} : { hold }),
      };
      enqueue.assign({ ordered: [...context.ordered, event.order] });
      enqueue.sendTo('outbox', { type: 'outbox.publish', order });
    }),
    noteJob: assign(({ context: { ordered, promised, held }, event }) => {
      const [order, ...rest] = ordered;
      if (event.type !== 'outbox.begun' || !order) return {};
      const { doing = '', hold = 0, draft } = order;
      return {
        ordered: rest,
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
    broadcast: enqueueActions(({ context: { relays }, event, enqueue, self }) => {
      if (event.type !== 'citizen.broadcast' || self.getSnapshot().children.broadcast) return;
      enqueue.spawnChild('broadcast', { id: 'broadcast', input: { event: event.event, pool: self, relays: writeUrls(relays) } });
    }),
    endBroadcast: enqueueActions(({ enqueue }) => enqueue.stopChild('broadcast')),
    tellBroadcast: sendParent({ type: 'citizen.done', text: 'Note has been broadcasted to your relays' } satisfies CitizenNews),
    tellUnheard: sendParent({ type: 'citizen.failed', text: 'We were unable to broadcast this note' } satisfies CitizenNews),
    tellListFailed: sendParent(
      ({ event }): CitizenNews =>
        event.type === 'list.failed'
          ? { type: 'citizen.failed', text: event.text, ...(event.text === SERVERS_FAILED ? { kind: 'warning' } : {}) }
          : { type: 'citizen.failed', text: '' },
    ),
    noteAct: assign(({ context: { acts, held }, event }) =>
      event.type === 'outbox.news' ? { acts: withAct(acts, event.record), held: stillHeld(held, event.record) } : {},
    ),
    noteFailure: assign(({ context, event }) =>
      event.type === 'outbox.news' ? { failed: new Set(context.failed).add(event.record.job) } : {},
    ),
    tellFailure: sendParent(({ context, event }): CitizenNews => ({ type: 'citizen.failed', text: failureText(context, event) })),
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
    tellPosted: sendParent({ type: 'citizen.done', text: 'Note posted successfully' } satisfies CitizenNews),
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
    ordered: [],
    promised: new Map(),
    held: new Map(),
    acts: new Set(),
  }),
  entry: 'start',
  initial: 'locating',
  on: {
    'pool.ask': { actions: 'askRelays' },
    'inboxes.found': { actions: 'send' },
    'network.proxied': { actions: 'proxy' },
    'media.edit': { actions: 'editServers' },
    'network.online': { actions: sendTo('relays', { type: 'pool.online' }) },
    'outbox.begun': { actions: 'noteJob' },
    'outbox.news': [
      { guard: 'isFailure', actions: ['noteAct', 'tellFailure', 'noteFailure'] },
      { guard: 'isDone', actions: ['noteAct', 'tellDone'] },
      { guard: 'isOwnRelays', target: '.located', actions: 'relocate' },
      { actions: 'noteAct' },
    ],
    'list.failed': { actions: 'tellListFailed' },
    'list.saved': { guard: ({ event }) => event.list === 'relays', target: '.located', actions: 'relocate' },
    'citizen.broadcast': { actions: 'broadcast' },
    'xstate.done.actor.broadcast': [
      { guard: 'isTaken', actions: ['endBroadcast', 'tellBroadcast'] },
      { actions: ['endBroadcast', 'tellUnheard'] },
    ],
    'citizen.compose': { actions: 'compose' },
    'xstate.done.actor.compose': [
      { guard: ({ event }) => event.output.published, actions: ['endCompose', 'tellPosted'] },
      { actions: 'endCompose' },
    ],
    'citizen.undo': { actions: 'undo' },
    'citizen.slept': { actions: 'sleep' },
    'citizen.woke': { actions: 'wake' },
  },
  states: {
    /** Where the account publishes is asked first; what is wanted meanwhile waits. */
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
          { target: 'lost' },
        ],
        onError: 'lost',
      },
      on: { 'citizen.publish': { actions: 'wait' }, 'citizen.edit': { actions: 'wait' } },
    },
    /** Nothing is sent to relays that nobody has named: it is asked again. */
    lost: {
      on: {
        'citizen.publish': { target: 'locating', actions: 'wait' },
        'citizen.edit': { target: 'locating', actions: 'wait' },
      },
      after: { again: 'locating' },
    },
    located: {
      entry: ['tellLists', 'doWaiting'],
      on: { 'citizen.publish': { actions: 'publish' }, 'citizen.edit': { actions: 'edit' } },
      after: { refresh: 'relocating' },
    },
    /** The list may have been changed elsewhere. */
    relocating: {
      invoke: {
        id: 'relocate',
        src: 'request',
        input: ({ context: { hub, account } }) => ({ hub, query: listQuery('relays', account) }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ outcome: event.output }) },
            target: 'located',
            actions: { type: 'locate', params: ({ event }) => ({ outcome: event.output }) },
          },
          { target: 'located' },
        ],
        onError: 'located',
      },
      on: { 'citizen.publish': { actions: 'publish' }, 'citizen.edit': { actions: 'edit' } },
    },
  },
});

export type CitizenActor = ActorRefFrom<typeof citizenMachine>;
