import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, sendParent, setup } from 'xstate';
import { readRelayList } from '../../events/account/relay-list.ts';
import { query } from '../../events/connection/verbs.ts';
import type { Draft } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { ComposeAim } from '../../events/publish/compose.ts';
import { failureOf, type OutboxRecord, stateOf } from '../../events/publish/outbox.ts';
import { targetsOf } from '../../events/publish/targets.ts';
import type { Hub, Outcome } from '../connection/hub.ts';
import type { RelayUse } from '../connection/pool-members.ts';
import { relayPoolMachine } from '../connection/relay-pool.machine.ts';
import type { PoolAsk } from '../connection/relay-wire.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';
import { composeMachine } from '../publish/compose.machine.ts';
import { mentionMachine } from '../publish/mention.machine.ts';
import type { OutboxNews } from '../publish/outbox-wire.ts';
import { outboxMachine } from '../publish/outbox.machine.ts';
import type { SignerRef } from './signer-ref.ts';

export type CitizenEvent =
  | RequestPart
  | OutboxNews
  | PoolAsk
  /** An act of this account, to be signed and sent. `now` in seconds. */
  | { type: 'citizen.publish'; draft: Draft; now: number }
  /** Opens the composer, if none is open. */
  | { type: 'citizen.compose'; aim: ComposeAim }
  | DoneActorEvent<{ readonly published: boolean }, 'compose'>
  | { type: 'citizen.slept' }
  | { type: 'citizen.woke' };

/** Told to the parent: what was wanted came to nothing, in words (PUBLISH-02); or a text was accepted. */
export type CitizenNews = { type: 'citizen.failed'; text: string } | { type: 'citizen.posted' };

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

interface Context extends CitizenInput {
  readonly relays: readonly RelayUse[];
  /** What was wanted before it was known where to send it. */
  readonly waiting: readonly Extract<CitizenEvent, { type: 'citizen.publish' }>[];
  readonly failed: ReadonlySet<string>;
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
    children: {} as { relays: 'relays'; outbox: 'outbox'; compose: 'compose'; mention: 'mention' },
  },
  actors: { relays: relayPoolMachine, outbox: outboxMachine, request: requestMachine, compose: composeMachine, mention: mentionMachine },
  guards: {
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
    isFailure: ({ context, event }) => failed(context, event) !== undefined,
  },
  delays: { refresh: 10 * 60_000, again: 30_000 },
  actions: {
    /** The outbox asks the relays by way of this actor, which is there before and after them. */
    start: enqueueActions(({ context: { account, hub, signer, seed, home }, enqueue, self }) => {
      enqueue.spawnChild('relays', { id: 'relays', input: { account, signer, seed, home } });
      enqueue.spawnChild('outbox', { id: 'outbox', input: { account, hub, signer, pool: self } });
    }),
    askRelays: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'pool.ask') enqueue.sendTo('relays', event);
    }),
    locate: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome }) => {
      const relays = relaysOf(outcome, context);
      enqueue.assign({ relays });
      enqueue.sendTo('relays', { type: 'pool.relays', relays });
    }),
    wait: assign(({ context, event }) => (event.type === 'citizen.publish' ? { waiting: [...context.waiting, event] } : {})),
    publishWaiting: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ waiting: [] });
      for (const order of context.waiting) enqueue.raise(order);
    }),
    publish: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'citizen.publish') return;
      const { draft, now } = event;
      const relays = targetsOf(draft, { relays: context.relays, inboxOf: () => [] });
      enqueue.sendTo('outbox', { type: 'outbox.publish', order: { draft, relays, now, from: self } });
    }),
    noteAct: assign(({ context, event }) => (event.type === 'outbox.news' ? { acts: withAct(context.acts, event.record) } : {})),
    noteFailure: assign(({ context, event }) =>
      event.type === 'outbox.news' ? { failed: new Set(context.failed).add(event.record.job) } : {},
    ),
    tellFailure: sendParent(({ context, event }): CitizenNews => ({ type: 'citizen.failed', text: failed(context, event) ?? '' })),
    compose: enqueueActions(({ context: { account, hub }, event, enqueue, self }) => {
      const { outbox, compose } = self.getSnapshot().children;
      if (event.type !== 'citizen.compose' || compose || !outbox) return;
      enqueue.spawnChild('compose', { id: 'compose', input: { account, aim: event.aim, outbox } });
      enqueue.spawnChild('mention', { id: 'mention', input: { hub } });
    }),
    endCompose: enqueueActions(({ enqueue }) => {
      enqueue.stopChild('compose');
      enqueue.stopChild('mention');
    }),
    tellPosted: sendParent({ type: 'citizen.posted' } satisfies CitizenNews),
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
  context: ({ input }) => ({ ...input, relays: [], waiting: [], failed: new Set(), acts: new Set() }),
  entry: 'start',
  initial: 'locating',
  on: {
    'pool.ask': { actions: 'askRelays' },
    'outbox.news': [{ guard: 'isFailure', actions: ['noteAct', 'tellFailure', 'noteFailure'] }, { actions: 'noteAct' }],
    'citizen.compose': { actions: 'compose' },
    'xstate.done.actor.compose': [
      { guard: ({ event }) => event.output.published, actions: ['endCompose', 'tellPosted'] },
      { actions: 'endCompose' },
    ],
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
      on: { 'citizen.publish': { actions: 'wait' } },
    },
    /** Nothing is sent to relays that nobody has named: it is asked again. */
    lost: { on: { 'citizen.publish': { target: 'locating', actions: 'wait' } }, after: { again: 'locating' } },
    located: { entry: 'publishWaiting', on: { 'citizen.publish': { actions: 'publish' } }, after: { refresh: 'relocating' } },
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
      on: { 'citizen.publish': { actions: 'publish' } },
    },
  },
});

export type CitizenActor = ActorRefFrom<typeof citizenMachine>;

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
  const { wish } = record;
  const id = wish.type === 'event' ? wish.draft.tags.find(([name]) => name === 'e')?.[1] : undefined;
  if (wish.type !== 'event' || id === undefined) return acts;
  const act = `${wish.draft.kind} ${id}`;
  const isGone = !record.event || failureOf(record) !== undefined || stateOf(record) === 'discarded';
  return isGone ? new Set([...acts].filter((one) => one !== act)) : acts.has(act) ? acts : new Set([...acts, act]);
}

/** What is to be said of a job, once. */
function failed({ failed: said }: Context, event: CitizenEvent): string | undefined {
  return event.type === 'outbox.news' && !said.has(event.record.job) ? failureOf(event.record) : undefined;
}
