import {
  type ActorRef,
  type ActorRefFrom,
  assign,
  enqueueActions,
  setup,
  type Snapshot,
} from 'xstate';
import type { UserMessage } from '../../events/account/user-message.ts';
import { homeRelayOf } from '../../events/connection/home-relay.ts';
import { withoutKey } from '../../events/core/without-key.ts';
import type { AccountAwake } from '../core/feature.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import { crashOf } from '../core/crash.ts';
import { endingOf } from '../core/supervision.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import type { Bus } from '../core/bus.ts';
import { relayKey, ownRelayUrl, safeRelayUrl } from '../../events/core/url.ts';
import { seedOf } from './backoff.ts';
import type { Dials, DialUses, PeersMode } from './peer-connections.ts';
import { type RelayDial, peerConnectionsMachine } from './peer-connections.machine.ts';
import { type RelayInput, relayMachine } from './relay.machine.ts';
import type { PeerUse } from '../../events/connection/peer-use.ts';
import {
  isPeerEvent,
  isLive,
  type ProofRule,
  type RelaysAsk,
  type RelayAsk,
  type RelaysForget,
  type RelayWantsProof,
  unanswered,
  type RelayListChanged,
  type PrivateRelaysChanged,
  type NetworkNews,
  type PeerEvent,
  type RelayNews,
  type PeersRestarted,
  RESTARTED,
} from './relay-protocol.ts';
import {
  ownRelaysOf,
  type OwnRelay,
  relaysInUse,
  writeUrls,
} from '../../events/account/lists/relay-list.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { derived, type Ours } from '../../events/nostr/ours.ts';

/** Url of each relay that has an actor, by normalized key. */
export type Members = ReadonlyMap<string, Ours<string>>;

/** The user's decisions about foreign relays that ask for an identity, by relay key (TRUST-08). */
export type Permits = ReadonlyMap<string, boolean>;

/**
 * `undefined`: revoke the decision. `keepDial`: about connections beside the caching service, for
 * these uses.
 */
export type PermitsCommand =
  | { type: 'permits.keep'; key: string; allowed: boolean | undefined }
  | {
      type: 'permits.keepDial';
      key: string;
      allowed: boolean | undefined;
      uses: readonly PeerUse[];
    };

export type PermitsSignal =
  | { type: 'permits.found'; permits: Permits }
  | { type: 'permits.dialsFound'; dials: Dials; uses: DialUses };

export type PoolEvent =
  | RelayListChanged
  | NetworkNews
  | RelaysAsk
  | RelaysForget
  | { type: 'relays.retry'; url: string }
  | RelayWantsProof
  | PermitsSignal
  | PrivateRelaysChanged
  | RelayDial
  | PeerEvent
  /** The user has decided. `undefined`: ask again. */
  | { type: 'relays.permit'; url: string; allowed: boolean | undefined }
  | AccountAwake
  | { type: 'relays.judge' }
  /** Internal event: the pause after a crash of the peer connections is over. */
  | { type: 'relays.peersRested' }
  | { type: 'relays.becameIdle'; key: string };

declare module '../core/feature.ts' {
  interface FeatureEvents {
    relays: PoolEvent;
  }
}

export interface PoolInput {
  readonly account: string;
  readonly signer: SignerRef;
  readonly bus: Bus;
  /** Seed of the jitter. */
  readonly seed: number;
  /** Origin of this app. Its own relay may have a private address. */
  readonly home?: string;
  /**
   * Actor to notify each time a relay connects, and when all peer connections have to be joined
   * again.
   */
  readonly listener?: ActorRef<Snapshot<unknown>, RelayNews | PeersRestarted>;
}

interface Context extends PoolInput {
  readonly own: ReadonlyMap<string, OwnRelay>;
  readonly members: Members;
  readonly proxied: boolean;
  /** Keys of the relays with live subscriptions. */
  readonly live: ReadonlySet<string>;
  readonly permits: Permits;
  /** Keys of further relays named in the account's own lists. */
  readonly named: ReadonlySet<string>;
  /** The user's decisions about connections beside the caching service. */
  readonly dials: Dials;
  readonly dialUses: DialUses;
  readonly mode: PeersMode;
  /** False before their start and in the pause after a crash of the peer connections. */
  readonly hasPeers: boolean;
}

/** Limits of connected relays: the account's own, and guests. */
const MAX_OWN = 20;

const MAX_GUESTS = 15;

/** A guest relay is disconnected after this idle time, in milliseconds. */
const GUEST_IDLE = 60_000;

/** After their crash the peer connections restart after this pause, in milliseconds. */
const PEERS_REST = 5_000;

type Child = `relay ${string}`;

const CHILDREN: { [relay: Child]: 'relay'; permits: 'permits'; peers: 'peers' } = {
  permits: 'permits',
  peers: 'peers',
};

const childOf = (key: string): Child => `relay ${key}`;

/**
 * All relays of one account (RELAY-06, RELAY-08): its own, and temporarily those from hints and
 * inboxes that pass the url policy. While asleep or proxied, none is connected, and callers get a
 * failure at once. Its child `peers` connects wallets, remote signers and devices by the same
 * rules.
 */
export const relayPoolMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PoolEvent,
    input: {} as PoolInput,
    tags: {} as 'direct' | 'suspended',
    children: CHILDREN,
  },
  actors: {
    relay: relayMachine,
    peers: peerConnectionsMachine,
    permits: callbackPort<PermitsCommand, { readonly account: string }>('permits'),
  },
  guards: {
    isProxied: ({ context }) => context.proxied,
    isOn: ({ event }) => 'on' in event && event.on,
    isOff: ({ event }) => 'on' in event && !event.on,
  },
  actions: {
    /** While proxied, not even a first attempt may reach a relay. */
    setOwn: enqueueActions(({ context, event, enqueue }, { suspended }: { suspended: boolean }) => {
      if (event.type !== 'relayList.changed') return;
      const own = ownRelays(event.relays);
      const { stop, start, members } = sync(own, context.own, context.members);
      const now = { ...context, own, members };
      for (const key of stop) enqueue.stopChild(childOf(key));
      for (const key of start) {
        enqueue.spawnChild('relay', { id: childOf(key), input: inputOf(now, key, suspended) });
      }
      enqueue.assign({ own, members });
      enqueue.raise({ type: 'relays.judge' });
    }),
    ask: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'relays.ask') return;
      const { reached, members, fresh } = reach(
        context.own,
        context.members,
        event.urls,
        context.home,
      );
      const named = event.own
        ? new Set([...context.named, ...event.urls.map(relayKey)])
        : context.named;
      for (const key of fresh) {
        enqueue.spawnChild('relay', {
          id: childOf(key),
          input: inputOf({ ...context, named, members }, key, false),
        });
      }
      if (event.own) enqueue.raise({ type: 'relays.judge' });
      const live = isLive(event.ask) ? reached.flatMap(({ key }) => key ?? []) : [];
      enqueue.assign({ members, named, live: new Set([...context.live, ...live]) });
      for (const { url, key } of reached) {
        const refusal = refusalOf(context, event.ask, key);
        if (key === undefined || refusal !== undefined)
          enqueue.sendTo(event.from, unanswered(url, event.ask, refusal));
        else
          enqueue.sendTo(childOf(key), {
            type: 'relay.ask',
            from: event.from,
            ask: event.ask,
            as: url,
          });
        if (key === undefined || context.own.has(key)) continue;
        enqueue.cancel(childOf(key));
        enqueue.raise({ type: 'relays.becameIdle', key }, { delay: GUEST_IDLE, id: childOf(key) });
      }
    }),
    forget: enqueueActions(({ context: { members, live }, event, enqueue }) => {
      if (event.type !== 'relays.forget') return;
      const keys = event.urls.map(relayKey).filter((key) => members.has(key));
      for (const key of keys) {
        enqueue.sendTo(childOf(key), { type: 'relay.forget', from: event.from });
        enqueue.raise({ type: 'relays.becameIdle', key }, { delay: GUEST_IDLE, id: childOf(key) });
      }
      enqueue.assign({ live: new Set([...live].filter((key) => !keys.includes(key))) });
    }),
    refuse: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'relays.ask') return;
      for (const url of event.urls)
        enqueue.sendTo(event.from, unanswered(url, event.ask, { code: 'relay.suspended' }));
    }),
    dismiss: enqueueActions(({ context, event, enqueue }) => {
      if (
        event.type !== 'relays.becameIdle' ||
        context.own.has(event.key) ||
        context.live.has(event.key) ||
        !context.members.has(event.key)
      )
        return;
      enqueue.stopChild(childOf(event.key));
      enqueue.assign({ members: withoutKey(context.members, event.key) });
    }),
    suspendAll: enqueueActions(({ context, enqueue }) => {
      for (const key of context.members.keys())
        enqueue.sendTo(childOf(key), { type: 'relay.suspend' });
    }),
    resumeAll: enqueueActions(({ context, enqueue }) => {
      for (const key of context.members.keys())
        enqueue.sendTo(childOf(key), { type: 'relay.resume' });
    }),
    onlineAll: enqueueActions(({ context, enqueue }) => {
      for (const key of context.members.keys())
        enqueue.sendTo(childOf(key), { type: 'relay.setOnline' });
    }),
    retry: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'relays.retry') return;
      for (const [key, url] of context.members)
        if (url === event.url) enqueue.sendTo(childOf(key), { type: 'relay.retry' });
    }),
    retryPeers: enqueueActions(({ context: { hasPeers }, event, enqueue }) => {
      if (event.type === 'relays.retry' && hasPeers)
        enqueue.sendTo('peers', { type: 'peers.retry', url: event.url });
    }),
    onlinePeers: enqueueActions(({ context: { hasPeers }, enqueue }) => {
      if (hasPeers) enqueue.sendTo('peers', { type: 'peers.online' });
    }),
    /** Another tab may have answered a question that is open here. */
    recordPermits: enqueueActions(({ context: { bus, members }, event, enqueue }) => {
      if (event.type !== 'permits.found') return;
      enqueue.assign({ permits: event.permits });
      for (const [key, url] of members) {
        if (event.permits.has(key))
          enqueue.sendTo(bus, { type: 'dialog.withdraw', question: { code: 'relayProof', url } });
      }
    }),
    recordNamed: assign(
      whenEvent('privateRelays.changed', ({ context, event }) => ({
        named: new Set([...context.named, ...event.urls.map(relayKey)]),
      })),
    ),
    /** Send all relays their current proof rule. */
    tellRules: enqueueActions(({ context, enqueue }) => {
      for (const key of context.members.keys())
        enqueue.sendTo(childOf(key), { type: 'relay.rule', rule: ruleOf(context, key) });
    }),
    /** Ask the user once, by the name of the relay. */
    askPermit: enqueueActions(({ context: { bus }, event, enqueue, self }) => {
      if (event.type !== 'relays.proof') return;
      const { url } = event;
      const answer = (allowed: boolean) => [
        { to: self, event: { type: 'relays.permit', url, allowed } satisfies PoolEvent },
      ];
      enqueue.sendTo(bus, {
        type: 'dialog.ask',
        question: { code: 'relayProof', url },
        yes: answer(true),
        no: answer(false),
      });
    }),
    keepPermit: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'relays.permit') return;
      const key = relayKey(event.url);
      const permits = new Map(withoutKey(context.permits, key));
      if (event.allowed !== undefined) permits.set(key, event.allowed);
      enqueue.assign({ permits });
      enqueue.sendTo('permits', { type: 'permits.keep', key, allowed: event.allowed });
    }),
    passToPeers: enqueueActions(({ context: { hasPeers }, event, enqueue }) => {
      if (isPeerEvent(event) && hasPeers) enqueue.sendTo('peers', event);
    }),
    setPeers: enqueueActions(
      ({ context: { hasPeers }, enqueue }, { mode }: { mode: PeersMode }) => {
        enqueue.assign({ mode });
        if (hasPeers) enqueue.sendTo('peers', { type: 'peers.mode', mode });
      },
    ),
    recordDials: enqueueActions(({ context: { hasPeers }, event, enqueue }) => {
      if (event.type !== 'permits.dialsFound') return;
      enqueue.assign({ dials: event.dials, dialUses: event.uses });
      if (hasPeers) enqueue.sendTo('peers', { type: 'peers.dialsFound', dials: event.dials });
    }),
    keepDial: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'relays.dial') return;
      const { allowed, use } = event;
      const key = relayKey(event.url);
      const dials = new Map(withoutKey(context.dials, key));
      const uses = new Map(withoutKey(context.dialUses, key));
      const known = context.dialUses.get(key) ?? [];
      const named = use && !known.includes(use) ? [...known, use] : known;
      if (allowed !== undefined) {
        dials.set(key, allowed);
        uses.set(key, named);
      }
      enqueue.raise({ type: 'permits.dialsFound', dials, uses });
      enqueue.sendTo('permits', { type: 'permits.keepDial', key, allowed, uses: named });
    }),
    notifyRestarted: enqueueActions(({ context: { listener }, enqueue }) => {
      if (listener) enqueue.sendTo(listener, RESTARTED);
    }),
    endPeers: enqueueActions(({ event, enqueue, self }) => {
      enqueue(endingOf(self, event));
      enqueue.stopChild('peers');
      enqueue.assign({ hasPeers: false });
      enqueue.raise({ type: 'relays.peersRested' }, { delay: PEERS_REST });
    }),
    /** Start the peer connections. After a crash of theirs their callers join again. */
    startPeers: enqueueActions(
      ({ context: { dials, mode, bus, seed, hasPeers }, enqueue, self }) => {
        if (hasPeers) return;
        enqueue.assign({ hasPeers: true });
        enqueue.spawnChild('peers', { id: 'peers', input: { bus, seed, decider: self } });
        enqueue.sendTo('peers', { type: 'peers.dialsFound', dials });
        enqueue.sendTo('peers', { type: 'peers.mode', mode });
      },
    ),
    recordProxy: assign(whenEvent('network.proxied', ({ event }) => ({ proxied: event.on }))),
    /** Remove a crashed relay. The next request to it starts a new one. */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const id = crashOf(event).actor;
      enqueue(endingOf(self, event));
      enqueue.stopChild(id);
      enqueue.assign({ members: withoutKey(context.members, id.slice('relay '.length)) });
    }),
  },
}).createMachine({
  id: 'relayPool',
  context: ({ input }) => ({
    ...input,
    own: new Map(),
    members: new Map(),
    proxied: false,
    live: new Set(),
    permits: new Map(),
    named: new Set(),
    dials: new Map(),
    dialUses: new Map(),
    mode: 'direct',
    hasPeers: false,
  }),
  initial: 'direct',
  invoke: {
    id: 'permits',
    src: 'permits',
    input: ({ context }) => ({ account: context.account }),
    onError: {},
  },
  entry: ['startPeers', 'notifyRestarted'],
  on: {
    'permits.found': { actions: ['recordPermits', 'tellRules'] },
    'privateRelays.changed': { actions: ['recordNamed', 'tellRules'] },
    'relays.judge': { actions: 'tellRules' },
    'relays.proof': { actions: 'askPermit' },
    'relays.permit': { actions: ['keepPermit', 'tellRules'] },
    'relays.becameIdle': { actions: 'dismiss' },
    'relays.peersRested': { actions: ['startPeers', 'notifyRestarted'] },
    'relays.forget': { actions: 'forget' },
    'permits.dialsFound': { actions: 'recordDials' },
    'relays.dial': { actions: 'keepDial' },
    'peer.*': { actions: 'passToPeers' },
    'xstate.error.actor.peers': { actions: 'endPeers' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    direct: {
      tags: 'direct',
      entry: { type: 'setPeers', params: { mode: 'direct' } },
      on: {
        'relayList.changed': { actions: { type: 'setOwn', params: { suspended: false } } },
        'relays.ask': { actions: 'ask' },
        'relays.retry': { actions: ['retry', 'retryPeers'] },
        'network.online': { actions: ['onlineAll', 'onlinePeers'] },
        'account.wakeChanged': { guard: 'isOff', target: 'asleep', actions: 'suspendAll' },
        'network.proxied': {
          guard: 'isOn',
          target: 'proxied',
          actions: ['recordProxy', 'suspendAll'],
        },
      },
    },
    asleep: {
      tags: 'suspended',
      entry: { type: 'setPeers', params: { mode: 'asleep' } },
      on: {
        'relays.ask': { actions: 'refuse' },
        'relayList.changed': { actions: { type: 'setOwn', params: { suspended: true } } },
        'network.proxied': { actions: 'recordProxy' },
        'account.wakeChanged': [
          { guard: 'isOff' },
          { guard: 'isProxied', target: 'proxied' },
          { target: 'direct', actions: 'resumeAll' },
        ],
      },
    },
    proxied: {
      tags: 'suspended',
      entry: { type: 'setPeers', params: { mode: 'proxied' } },
      on: {
        'relays.retry': { actions: 'retryPeers' },
        'network.online': { actions: 'onlinePeers' },
        'relays.ask': { actions: 'refuse' },
        'relayList.changed': { actions: { type: 'setOwn', params: { suspended: true } } },
        'account.wakeChanged': { guard: 'isOff', target: 'asleep' },
        'network.proxied': {
          guard: 'isOff',
          target: 'direct',
          actions: ['recordProxy', 'resumeAll'],
        },
      },
    },
  },
});

export type RelayPoolActor = ActorRefFrom<typeof relayPoolMachine>;

function refusalOf(
  context: Context,
  ask: RelayAsk,
  key: string | undefined,
): UserMessage | undefined {
  if (key === undefined) return { code: 'relay.notAllowed' };
  const isClosed =
    ask.kind === 'publish' &&
    context.own.get(key)?.write === false &&
    !isOpenedBy(context, ask.event, key);
  return isClosed ? { code: 'relay.readOnly' } : undefined;
}

/**
 * True if the event is a relay list of the account with which this relay is written to. If it had
 * to be accepted elsewhere first, it would be lost when no write relay answers.
 */
function isOpenedBy(
  { account, home = '' }: Context,
  event: Ours<VerifiedEvent>,
  key: string,
): boolean {
  if (event.kind !== KIND.RelayList || event.pubkey !== account) return false;
  const relays = relaysInUse(ownRelaysOf(event, home), homeRelayOf(home));
  return writeUrls(relays).some((url) => relayKey(url) === key);
}

/**
 * Return the rule. Own relays, the page's own relay and permitted ones get a proof of identity
 * without a question.
 */
function ruleOf({ own, named, permits, home }: Context, key: string): ProofRule {
  const isHome = home !== undefined && key === relayKey(homeRelayOf(home));
  const allowed = isHome || own.has(key) || named.has(key) || permits.get(key);
  return allowed === undefined ? 'ask' : allowed ? 'silent' : 'never';
}

function inputOf(context: Context, key: string, suspended: boolean): RelayInput {
  const { account, signer, seed, listener, members } = context;
  const url = members.get(key);
  if (url === undefined) throw new Error('a relay that is no member is not dialled');
  return {
    url,
    account,
    signer,
    seed: seedOf(seed, key),
    rule: ruleOf(context, key),
    suspended,
    ...(listener ? { listener } : {}),
  };
}

/**
 * The members after a request, and the key of each named relay. A key is `undefined` if that relay
 * may not be reached.
 */
interface Reach {
  readonly reached: ReadonlyArray<{ readonly url: Ours<string>; readonly key: string | undefined }>;
  readonly members: Members;
  readonly fresh: readonly string[];
}

/**
 * Return the account's relays by key, without duplicates, at most 20. The user may name private
 * addresses; others may not.
 */
function ownRelays(relays: readonly OwnRelay[]): ReadonlyMap<string, OwnRelay> {
  const own = new Map<string, OwnRelay>();
  for (const relay of relays) {
    const url = derived(relay.url, ownRelayUrl);
    if (url !== undefined && own.size < MAX_OWN && !own.has(relayKey(url)))
      own.set(relayKey(url), { ...relay, url });
  }
  return own;
}

/**
 * Return which named relays are members, which must be connected, and which are not allowed. Guests
 * must pass the url policy (E-24).
 */
function reach(
  own: ReadonlyMap<string, OwnRelay>,
  members: Members,
  urls: ReadonlyArray<Ours<string>>,
  home?: string,
): Reach {
  const next = new Map(members);
  const fresh: string[] = [];
  const reached = urls.map((url) => {
    const key = relayKey(url);
    if (next.has(key)) return { url, key };
    const guests = [...next.keys()].filter((one) => !own.has(one)).length;
    const allowed =
      own.get(key)?.url ??
      (guests < MAX_GUESTS ? derived(url, (text) => safeRelayUrl(text, home)) : undefined);
    if (allowed === undefined) return { url, key: undefined };
    next.set(key, allowed);
    fresh.push(key);
    return { url, key };
  });
  return { reached, members: next, fresh };
}

/**
 * Return which relay actors to stop and start, so that exactly the own relays and the guests have
 * one.
 */
function sync(
  own: ReadonlyMap<string, OwnRelay>,
  before: ReadonlyMap<string, OwnRelay>,
  members: Members,
) {
  const stop = [...members.keys()].filter((key) => before.has(key) && !own.has(key));
  const start = [...own.keys()].filter((key) => !members.has(key));
  const next = new Map(members);
  for (const key of stop) next.delete(key);
  for (const [key, { url }] of own) if (!members.has(key)) next.set(key, url);
  return { stop, start, members: next };
}
