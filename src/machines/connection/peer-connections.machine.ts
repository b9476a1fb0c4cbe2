import {
  type ActorRef,
  type AnyActorRef,
  assign,
  enqueueActions,
  type EventObject,
  setup,
  type Snapshot,
} from 'xstate';
import { withoutKey } from '../../events/core/without-key.ts';
import type { Bus } from '../core/bus.ts';
import { crashOf } from '../core/crash.ts';
import { whenEvent } from '../core/event-guards.ts';
import { endingOf } from '../core/supervision.ts';
import { seedOf } from './backoff.ts';
import {
  type AbsentRelay,
  dialOf,
  type Dials,
  isDialled,
  isRefused,
  joined,
  peerChild,
  type PeerChildren,
  peerInput,
  withoutPeers,
  type PeerRelay,
  type Peers,
  type PeersMode,
  peersOf,
} from './peer-connections.ts';
import { relayMachine } from './relay.machine.ts';
import type { PeerUse } from '../../events/connection/peer-use.ts';
import { denied, type PeerEvent, RESTARTED } from './relay-protocol.ts';
import { callbackAdapter } from '../core/ports.ts';

/**
 * The user's decision about connections to a relay beside the service. `undefined`: ask again.
 * `use`: the purpose of the connection.
 */
export type RelayDial = {
  type: 'relays.dial';
  url: string;
  allowed: boolean | undefined;
  use?: PeerUse;
};

export type PeersEvent =
  | PeerEvent
  | { type: 'peers.mode'; mode: PeersMode }
  | { type: 'peers.dialsFound'; dials: Dials }
  | { type: 'peers.retry'; url: string }
  | { type: 'peers.online' }
  /** Internal events: a caller has ended, and a peer connection that its caller has left. */
  | { type: 'peers.callerEnded'; from: AnyActorRef }
  | { type: 'peers.idle'; key: string };

export interface PeersInput {
  readonly bus: Bus;
  /** Seed of the jitter. */
  readonly seed?: number;
  /** Receives the decisions of the user. */
  readonly decider?: ActorRef<Snapshot<unknown>, RelayDial>;
}

interface Context extends PeersInput {
  readonly seed: number;
  readonly peers: Peers;
  readonly dials: Dials;
  /** Relays of peer connections that are known, but not connected. */
  readonly absent: ReadonlyMap<string, AbsentRelay>;
}

/** A peer connection that its caller has left is disconnected after this time, in milliseconds. */
const IDLE = 60_000;

/** After a crash of its relay a caller joins again after this pause, in milliseconds. */
const REST = 5_000;

const CHILDREN: PeerChildren = {};

/**
 * Connections to wallets, remote signers and devices (RELAY-03, RELAY-08): relays under a key
 * of their own, which live as long as their caller. Asleep, none is connected, and requests wait.
 * While all traffic uses the caching service, the user is asked once for each relay that is wanted.
 */
export const peerConnectionsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PeersEvent,
    input: {} as PeersInput,
    children: CHILDREN,
  },
  actors: {
    relay: relayMachine,
    /** Reports when a caller has ended. */
    watch: callbackAdapter<EventObject, { readonly from: AnyActorRef }>(
      ({ input: { from }, sendBack }) => {
        const report = (): void =>
          sendBack({ type: 'peers.callerEnded', from } satisfies PeersEvent);
        const watch = from.subscribe({ complete: report, error: report });
        return () => watch.unsubscribe();
      },
    ),
  },
  guards: {
    isMode: ({ event }, { mode }: { mode: PeersMode }) =>
      event.type === 'peers.mode' && event.mode === mode,
  },
  actions: {
    join: enqueueActions(({ context, event, enqueue }, { mode }: { mode: PeersMode }) => {
      if (event.type !== 'peer.join') return;
      const { from, peer } = event;
      const { peers, keys, fresh, excess } = joined(context.peers, from, peer);
      const absent = [...context.absent].filter(([key]) => !keys.includes(key));
      for (const key of keys) enqueue.cancel(key);
      enqueue.assign({ peers, absent: new Map([...absent, ...excess]) });
      for (const key of fresh) {
        const one = peers.get(key);
        if (!one) continue;
        if (context.peers.has(key)) enqueue.stopChild(peerChild(key));
        const isSuspended = !isDialled(mode, context.dials, one);
        const input = peerInput(one, peer, seedOf(context.seed, key), isSuspended);
        enqueue.spawnChild('relay', { id: peerChild(key), input });
      }
      const watch = `watch ${from.sessionId}` as const;
      enqueue.stopChild(watch);
      enqueue.spawnChild('watch', { id: watch, input: { from } });
    }),
    /**
     * After a no of the user an event fails at once. A subscription waits for another decision.
     * After a restart the peer connection is unknown here, and its caller joins again.
     */
    carry: enqueueActions(({ context, event, enqueue }, { mode }: { mode: PeersMode }) => {
      if (event.type !== 'peer.ask') return;
      const { peers, absent, dials } = context;
      const { from, client, ask } = event;
      const keys = peersOf(peers, from, client);
      const away = peersOf(absent, from, client);
      if (keys.length + away.length === 0) enqueue.sendTo(from, RESTARTED);
      for (const key of away) {
        const one = absent.get(key);
        if (one?.why === 'tooMany') enqueue.sendTo(from, denied(one.url, ask, TOO_MANY, false));
      }
      for (const key of keys) {
        const one = peers.get(key);
        if (!one) continue;
        enqueue.sendTo(peerChild(key), { type: 'relay.ask', from, ask, as: one.url });
        if (mode === 'proxied' && isRefused(dials, one))
          enqueue.sendTo(peerChild(key), denial(dials, one));
      }
    }),
    drop: enqueueActions(({ context: { peers }, event, enqueue }) => {
      if (event.type !== 'peer.forget') return;
      const { from, client, kept } = event;
      for (const key of peersOf(peers, from, client))
        enqueue.sendTo(peerChild(key), { type: 'relay.forget', from, kept });
    }),
    leave: enqueueActions(({ context: { peers, absent }, event, enqueue }) => {
      if (event.type !== 'peer.leave') return;
      const { from, client, lingers } = event;
      enqueue.assign({ absent: withoutPeers(absent, from, client) });
      for (const key of peersOf(peers, from, client)) {
        enqueue.sendTo(peerChild(key), { type: 'relay.forget', from });
        enqueue.cancel(key);
        if (lingers) enqueue.raise({ type: 'peers.idle', key }, { delay: IDLE, id: key });
        else enqueue.raise({ type: 'peers.idle', key });
      }
    }),
    passProof: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'peer.proved') enqueue.sendTo(event.to, event.settled);
    }),
    endCaller: enqueueActions(({ context: { peers, absent }, event, enqueue }) => {
      if (event.type !== 'peers.callerEnded') return;
      enqueue.stopChild(`watch ${event.from.sessionId}`);
      enqueue.assign({ absent: withoutPeers(absent, event.from) });
      for (const key of peersOf(peers, event.from)) enqueue.raise({ type: 'peers.idle', key });
    }),
    dismiss: enqueueActions(({ context: { peers, dials, bus }, event, enqueue }) => {
      const one = event.type === 'peers.idle' ? peers.get(event.key) : undefined;
      if (event.type !== 'peers.idle' || !one) return;
      enqueue.cancel(event.key);
      enqueue.stopChild(peerChild(event.key));
      const left = withoutKey(peers, event.key);
      enqueue.assign({ peers: left });
      const needsAnswer = [...left.values()].some(
        (other) =>
          other.wanted &&
          other.url === one.url &&
          other.use === one.use &&
          dialOf(dials, other) === undefined,
      );
      if (!needsAnswer) enqueue.sendTo(bus, { type: 'dialog.withdraw', question: questionOf(one) });
    }),
    /** Connect the peer connections that may be connected now, and suspend the others. */
    settle: enqueueActions(
      ({ context: { peers, dials }, enqueue }, { mode }: { mode: PeersMode }) => {
        for (const [key, one] of peers) {
          const type = isDialled(mode, dials, one) ? 'relay.resume' : 'relay.suspend';
          enqueue.sendTo(peerChild(key), { type });
          if (mode === 'proxied' && isRefused(dials, one))
            enqueue.sendTo(peerChild(key), denial(dials, one));
        }
      },
    ),
    /** Ask the user once for each relay, by its name. */
    ask: enqueueActions(({ context: { peers, dials, bus, decider }, enqueue }) => {
      for (const one of peers.values()) {
        if (!decider || !one.wanted || dialOf(dials, one) !== undefined) continue;
        const answer = (allowed: boolean) => [
          {
            to: decider,
            event: { type: 'relays.dial', url: one.url, allowed, use: one.use } satisfies RelayDial,
          },
        ];
        const question = questionOf(one);
        enqueue.sendTo(bus, {
          type: 'dialog.ask',
          question,
          yes: answer(true),
          no: answer(false),
        });
      }
    }),
    /** Another tab may have answered, or the question does not apply any more. */
    withdraw: enqueueActions(
      ({ context: { peers, dials, bus }, enqueue }, { which }: { which: 'all' | 'answered' }) => {
        for (const one of peers.values())
          if (which === 'all' || dialOf(dials, one) !== undefined)
            enqueue.sendTo(bus, { type: 'dialog.withdraw', question: questionOf(one) });
      },
    ),
    recordDials: assign(whenEvent('peers.dialsFound', ({ event }) => ({ dials: event.dials }))),
    retry: enqueueActions(({ context: { peers }, event, enqueue }) => {
      for (const [key, { url }] of peers)
        if (event.type === 'peers.retry' && url === event.url)
          enqueue.sendTo(peerChild(key), { type: 'relay.retry' });
    }),
    setOnline: enqueueActions(({ context: { peers }, enqueue }) => {
      for (const key of peers.keys()) enqueue.sendTo(peerChild(key), { type: 'relay.setOnline' });
    }),
    /** Remove a crashed relay. Its caller joins again. */
    supervise: enqueueActions(({ context: { peers, absent }, event, enqueue, self }) => {
      const { actor } = crashOf(event);
      const key = actor.slice(peerChild('').length);
      const one = peers.get(key);
      enqueue(endingOf(self, event));
      enqueue.stopChild(actor);
      enqueue.assign({ peers: withoutKey(peers, key) });
      if (!one) return;
      enqueue.assign({ absent: new Map(absent).set(key, { ...one, why: 'crashed' }) });
      enqueue.sendTo(one.from, RESTARTED, { delay: REST });
    }),
  },
}).createMachine({
  id: 'peerConnections',
  context: ({ input }) => ({
    seed: 0.5,
    ...input,
    peers: new Map(),
    dials: new Map(),
    absent: new Map(),
  }),
  initial: 'direct',
  on: {
    'peers.mode': [
      { guard: { type: 'isMode', params: { mode: 'asleep' } }, target: '.asleep' },
      { guard: { type: 'isMode', params: { mode: 'proxied' } }, target: '.proxied' },
      { target: '.direct' },
    ],
    'peers.dialsFound': { actions: 'recordDials' },
    'peers.callerEnded': { actions: 'endCaller' },
    'peers.retry': { actions: 'retry' },
    'peers.online': { actions: 'setOnline' },
    'peers.idle': { actions: 'dismiss' },
    'peer.ask': { actions: { type: 'carry', params: { mode: 'direct' } } },
    'peer.forget': { actions: 'drop' },
    'peer.leave': { actions: 'leave' },
    'peer.proved': { actions: 'passProof' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    direct: {
      entry: { type: 'settle', params: { mode: 'direct' } },
      on: {
        'peer.join': { actions: { type: 'join', params: { mode: 'direct' } } },
      },
    },
    asleep: {
      entry: { type: 'settle', params: { mode: 'asleep' } },
      on: { 'peer.join': { actions: { type: 'join', params: { mode: 'asleep' } } } },
    },
    proxied: {
      entry: [{ type: 'settle', params: { mode: 'proxied' } }, 'ask'],
      exit: { type: 'withdraw', params: { which: 'all' } },
      on: {
        'peer.join': { actions: [{ type: 'join', params: { mode: 'proxied' } }, 'ask'] },
        'peer.ask': { actions: { type: 'carry', params: { mode: 'proxied' } } },
        'peers.dialsFound': {
          actions: [
            'recordDials',
            { type: 'settle', params: { mode: 'proxied' } },
            { type: 'withdraw', params: { which: 'answered' } },
            'ask',
          ],
        },
      },
    },
  },
});

const TOO_MANY = { code: 'relay.tooMany' } as const;

function denial(dials: Dials, one: PeerRelay) {
  return { type: 'relay.deny', isAsked: dialOf(dials, one) === undefined } as const;
}

function questionOf({ url, use }: PeerRelay) {
  return { code: 'relayDial', url, use } as const;
}
