import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, sendParent, setup } from 'xstate';
import { readRelayList } from '../../events/account/relay-list.ts';
import { query } from '../../events/connection/verbs.ts';
import type { ListName } from '../../events/account/list-form.ts';
import type { ListIntent } from '../../events/account/list-intents.ts';
import { type Draft, tagValue, type VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { ComposeAim } from '../../events/publish/compose.ts';
import { failureOf, type OutboxRecord, stateOf } from '../../events/publish/outbox.ts';
import { targetsOf } from '../../events/publish/targets.ts';
import type { Hub, Outcome } from '../connection/hub.ts';
import type { RelayUse } from '../connection/pool-members.ts';
import { relayPoolMachine } from '../connection/relay-pool.machine.ts';
import type { PoolAsk } from '../connection/relay-wire.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';
import { broadcastMachine } from '../publish/broadcast.machine.ts';
import { composeMachine } from '../publish/compose.machine.ts';
import { mentionMachine } from '../publish/mention.machine.ts';
import type { OutboxNews } from '../publish/outbox-wire.ts';
import { outboxMachine } from '../publish/outbox.machine.ts';
import { listsMachine, type ListsNews } from './lists.machine.ts';
import type { SignerRef } from './signer-ref.ts';

/** What whoever is here wants done. Times in seconds. */
export type CitizenOrder =
  /**
   * To be signed and sent. `done`: what is said once somebody took it, `doing`: as long as it can be undone; `origin` and `hold`: see
   * PublishOrder; `also`: further relays.
   */
  | {
      type: 'citizen.publish';
      draft: Draft;
      now: number;
      done?: string;
      doing?: string;
      origin?: string;
      hold?: number;
      also?: readonly string[];
    }
  /** Opens the composer, if none is open. */
  | { type: 'citizen.compose'; aim: ComposeAim }
  | { type: 'citizen.edit'; list: ListName; intents: readonly ListIntent[]; now: number }
  /** Takes back what is held (BEYOND-09). */
  | { type: 'citizen.undo'; job: string }
  /** Sends what somebody signed to the own relays (NOTE-13). */
  | { type: 'citizen.broadcast'; event: VerifiedEvent };

export type CitizenEvent =
  | CitizenOrder
  | RequestPart
  | OutboxNews
  | PoolAsk
  | ListsNews
  | DoneActorEvent<{ readonly published: boolean }, 'compose'>
  | DoneActorEvent<{ readonly isTaken: boolean }, 'broadcast'>
  | { type: 'citizen.slept' }
  | { type: 'citizen.woke' };

/** Told to the parent: what was wanted came to nothing, in words (PUBLISH-02); or it is done, and by whom is in the outbox. */
export type CitizenNews = { type: 'citizen.failed'; text: string } | { type: 'citizen.done'; text: string };

export interface CitizenInput {
  readonly hub: Hub;
  readonly account: string;
  readonly signer: SignerRef;
  /** Origin of the page, whose own relay may have a private address, and that relay: used by who has named none. */
  readonly home: string;
  readonly homeRelay: string;
  /** Start of the jitter's sequence. */
  readonly seed: number;
}

/** `act` as in `acts`. */
interface Held {
  readonly act: string;
  readonly text: string;
}

interface Context extends CitizenInput {
  readonly relays: readonly RelayUse[];
  /** What was wanted before it was known where to send it. */
  readonly waiting: ReadonlyArray<Extract<CitizenOrder, { type: 'citizen.publish' | 'citizen.edit' }>>;
  readonly failed: ReadonlySet<string>;
  /** What is to be said when orders are done: of those without a job yet, in their order, and of those with one. */
  readonly ordered: ReadonlyArray<Extract<CitizenOrder, { type: 'citizen.publish' }>>;
  readonly promised: ReadonlyMap<string, string>;
  /** Jobs that can still be undone, nothing of them signed. */
  readonly held: ReadonlyMap<string, Held>;
  /** Acts of this page that are signed, and accepted or on their way: `<kind> <id of the event>`. */
  readonly acts: ReadonlySet<string>;
}

/**
 * What belongs to one account that can act: its relays and its outbox. It lives as long as the account is here, and ends with it (INV-SCOPE).
 */
export const citizenMachine = setup({
  types: {
    context: {} as Context,
    events: {} as CitizenEvent,
    input: {} as CitizenInput,
    children: {} as {
      relays: 'relays';
      outbox: 'outbox';
      lists: 'lists';
      compose: 'compose';
      mention: 'mention';
      broadcast: 'broadcast';
    },
  },
  actors: {
    relays: relayPoolMachine,
    outbox: outboxMachine,
    lists: listsMachine,
    request: requestMachine,
    compose: composeMachine,
    mention: mentionMachine,
    broadcast: broadcastMachine,
  },
  guards: {
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
    isFailure: ({ context, event }) => failed(context, event) !== undefined,
    isDone: ({ context, event }) => done(context, event) !== undefined,
    isTaken: ({ event }) => 'output' in event && 'isTaken' in event.output && event.output.isTaken,
  },
  delays: { refresh: 10 * 60_000, again: 30_000 },
  actions: {
    /** The outbox asks the relays by way of this actor, which is there before and after them. */
    start: enqueueActions(({ context: { account, hub, signer, seed, home }, enqueue, self }) => {
      enqueue.spawnChild('relays', { id: 'relays', input: { account, signer, seed, home } });
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
    askRelays: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'pool.ask') enqueue.sendTo('relays', event);
    }),
    locate: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome }) => {
      const relays = relaysOf(outcome, context);
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
    publish: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'citizen.publish') return;
      const { draft, now, origin, hold, also = [] } = event;
      const relays = targetsOf(draft, { relays: context.relays, inboxOf: () => [], also });
      const order = {
        draft,
        relays,
        now,
        from: self,
        ...(origin === undefined ? {} : { origin }),
        ...(hold === undefined ? {} : { hold }),
      };
      enqueue.assign({ ordered: [...context.ordered, event] });
      enqueue.sendTo('outbox', { type: 'outbox.publish', order });
    }),
    noteJob: assign(({ context: { ordered, promised, held }, event }) => {
      const [order, ...rest] = ordered;
      if (event.type !== 'outbox.begun' || !order) return {};
      const { done: text, doing = '', hold = 0, draft } = order;
      return {
        ordered: rest,
        promised: text === undefined ? promised : new Map(promised).set(event.job, text),
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
      promised.delete(event.record.job);
      enqueue.assign({ promised });
      enqueue.sendParent({ type: 'citizen.done', text } satisfies CitizenNews);
      // who reports somebody tells the caching service as well (ACCOUNT-14); what was signed proves who it is
      const { event: report } = event.record;
      const reported = report?.kind === KIND.ReportContent ? tagValue(report, 'p') : undefined;
      if (!report || reported === undefined) return;
      const ask = query('report_user', { pubkey: reported, event_from_user: report });
      enqueue.spawnChild('request', { input: { hub: context.hub, query: ask } });
    }),
    broadcast: enqueueActions(({ context: { relays }, event, enqueue, self }) => {
      if (event.type !== 'citizen.broadcast' || self.getSnapshot().children.broadcast) return;
      enqueue.spawnChild('broadcast', { id: 'broadcast', input: { event: event.event, pool: self, relays: writeUrls(relays) } });
    }),
    endBroadcast: enqueueActions(({ enqueue }) => enqueue.stopChild('broadcast')),
    tellBroadcast: sendParent({ type: 'citizen.done', text: 'Note has been broadcasted to your relays' } satisfies CitizenNews),
    tellUnheard: sendParent({ type: 'citizen.failed', text: 'We were unable to broadcast this note' } satisfies CitizenNews),
    tellListFailed: sendParent(
      ({ event }): CitizenNews => ({ type: 'citizen.failed', text: event.type === 'list.failed' ? event.text : '' }),
    ),
    noteAct: assign(({ context: { acts, held }, event }) =>
      event.type === 'outbox.news' ? { acts: withAct(acts, event.record), held: stillHeld(held, event.record) } : {},
    ),
    noteFailure: assign(({ context, event }) =>
      event.type === 'outbox.news' ? { failed: new Set(context.failed).add(event.record.job) } : {},
    ),
    tellFailure: sendParent(({ context, event }): CitizenNews => ({ type: 'citizen.failed', text: failed(context, event) ?? '' })),
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
    'outbox.begun': { actions: 'noteJob' },
    'outbox.news': [
      { guard: 'isFailure', actions: ['noteAct', 'tellFailure', 'noteFailure'] },
      { guard: 'isDone', actions: ['noteAct', 'tellDone'] },
      { actions: 'noteAct' },
    ],
    'list.failed': { actions: 'tellListFailed' },
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
        input: ({ context: { hub, account } }) => ({ hub, query: query('get_user_relays_2', { pubkeys: [account] }) }),
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
        input: ({ context: { hub, account } }) => ({ hub, query: query('get_user_relays_2', { pubkeys: [account] }) }),
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

function writeUrls(relays: readonly RelayUse[]): readonly string[] {
  return relays.flatMap(({ url, write }) => (write ? [url] : []));
}

/** The newest list of the account (NIP-65); who has none publishes on the page's own relay. */
function relaysOf(outcome: Outcome, { account, home, homeRelay }: Context): readonly RelayUse[] {
  const events = outcome.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.RelayList && pubkey === account);
  const [newest] = lists.toSorted((one, other) => other.created_at - one.created_at);
  const relays = newest ? readRelayList(newest, home).relays : [];
  return relays.some(({ write }) => write) ? relays : [...relays, { url: homeRelay, read: true, write: true }];
}

/** What is not signed, failed or was given up is no act. */
function withAct(acts: ReadonlySet<string>, record: OutboxRecord): ReadonlySet<string> {
  const act = record.wish.type === 'event' ? actOf(record.wish.draft) : undefined;
  if (act === undefined) return acts;
  const isGone = !record.event || failureOf(record) !== undefined || stateOf(record) === 'discarded';
  return isGone ? new Set([...acts].filter((one) => one !== act)) : acts.has(act) ? acts : new Set([...acts, act]);
}

function actOf({ kind, tags }: Draft): string | undefined {
  const id = tags.find(([name]) => name === 'e')?.[1];
  return id === undefined ? undefined : `${kind} ${id}`;
}

/** Once it is signed, refused or taken back there is nothing to undo. */
function stillHeld(held: Context['held'], record: OutboxRecord): Context['held'] {
  if (!held.has(record.job) || stateOf(record) === 'drafted') return held;
  return new Map([...held].filter(([job]) => job !== record.job));
}

/** What is to be said of a job, once. */
function failed({ failed: said }: Context, event: CitizenEvent): string | undefined {
  return event.type === 'outbox.news' && !said.has(event.record.job) ? failureOf(event.record) : undefined;
}

/** What is to be said now that somebody took it, once. */
function done({ promised }: Context, event: CitizenEvent): string | undefined {
  return event.type === 'outbox.news' && stateOf(event.record) === 'accepted' ? promised.get(event.record.job) : undefined;
}
