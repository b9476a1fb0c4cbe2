import type { AnyActorRef, EventObject } from 'xstate';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { Filter } from '../../../events/connection/filter.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { type Ours, signedBy } from '../../../events/nostr/ours.ts';
import type { PeerUse } from '../../../events/connection/peer-use.ts';
import type { SignRequest } from '../../../machines/core/sign-request.ts';
import type {
  PeerAnswer,
  PeerEvent,
  RelayAsk,
} from '../../../machines/connection/relay-protocol.ts';

/** A few relays that carry requests one way and answers the other (NIP-46, NIP-47). */
interface PeerClient {
  /**
   * Subscribes, in place of the last subscription of that name. Joins the peer connection if it has
   * left.
   */
  readonly ask: (name: string, filters: readonly Filter[]) => void;
  /** Sends an event to every relay until one has accepted it. It is signed by our key. */
  readonly send: (event: VerifiedEvent) => void;
  /** Ends a subscription by its name, or sending by the id of the event. */
  readonly drop: (name: string) => void;
  /** Allows that the user is asked to permit the connection, if they were not yet. */
  readonly want: () => void;
  /** Leaves for now. The sockets stay for a minute. */
  readonly rest: () => void;
  readonly close: () => void;
}

type EndReason = 'notPermitted' | 'expired';

interface PeerOptions {
  readonly use: PeerUse;
  /** Our public key on the peer connection. */
  readonly client: string;
  readonly urls: ReadonlyArray<Ours<string>>;
  /** False: the user is asked to permit the connection only after `want`. */
  readonly isWanted?: boolean;
  /** Receives an event of a subscription. Its signature has been checked. */
  readonly hear: (event: VerifiedEvent) => void;
  /**
   * The user permits no connection to any of the relays. `isAsked`: they are still asked about
   * some.
   */
  readonly refused?: (isAsked: boolean) => void;
  /**
   * No relay gets this event any more, because none is permitted, or it has expired. `wasSent`: a
   * relay may have received it.
   */
  readonly ended?: (eventId: string, why: EndReason, wasSent: boolean) => void;
  /** Signs an authentication with our key (NIP-42). Absent: we do not authenticate. */
  readonly prove?: (template: Ours<EventTemplate>) => Promise<VerifiedEvent | undefined>;
}

/** The peer connections of one port. */
export interface PeerClients {
  readonly open: (options: PeerOptions) => PeerClient;
  /** Handles an answer of the relay pool. False if the event is not one. */
  readonly take: (event: EventObject) => event is PeerAnswer;
}

type RelayOutcome = Extract<PeerAnswer, { type: 'relay.outcome' }>;

interface OpenPeer extends PeerOptions {
  wanted: boolean;
  /** Requests that go on, by name. */
  readonly asks: Map<string, RelayAsk>;
  /** Relays at which an event has ended, by its id: true if it was sent there. */
  readonly ends: Map<string, Map<string, boolean>>;
  readonly join: () => void;
  /** Relays that the user does not permit: true if they are still asked. */
  readonly refusals: Map<string, boolean>;
}

const UNSIGNED = { ok: false, failure: signingFailure('event_not_signed') } as const;

/**
 * Opens peer connections in the relay pool, to which the machine above forwards all `peer` events.
 * The answers come to `self`.
 */
export function openPeerClients(self: AnyActorRef, tell: (event: PeerEvent) => void): PeerClients {
  const peers = new Set<OpenPeer>();
  const carry = (client: string, ask: RelayAsk): void =>
    tell({ type: 'peer.ask', from: self, client, ask });
  const drop = (client: string, kept: string): void =>
    tell({ type: 'peer.forget', from: self, client, kept });

  const open: PeerClients['open'] = (options) => {
    const { use, client, urls, prove } = options;
    const asks = new Map<string, RelayAsk>();
    const join = (): void => {
      peers.add(peer);
      const proves = prove !== undefined;
      const { wanted } = peer;
      tell({ type: 'peer.join', from: self, peer: { use, client, urls, proves, wanted } });
    };
    const peer: OpenPeer = {
      ...options,
      wanted: options.isWanted ?? true,
      asks,
      join,
      ends: new Map(),
      refusals: new Map(),
    };
    const request = (name: string, ask: RelayAsk): void => {
      if (!peers.has(peer)) join();
      asks.delete(name);
      asks.set(name, ask);
      carry(client, ask);
    };
    const leave = (lingers: boolean): void => {
      peers.delete(peer);
      asks.clear();
      peer.ends.clear();
      tell({ type: 'peer.leave', from: self, client, lingers });
    };
    return {
      ask: (kept, filters) => request(kept, { kind: 'subscribe', filters, kept }),
      send: (event) => {
        const own = signedBy(client, event, (one) => one);
        if (own) request(event.id, { kind: 'publish', event: own, kept: event.id, wanted: true });
      },
      drop: (name) => {
        peer.ends.delete(name);
        if (asks.delete(name)) drop(client, name);
      },
      want: () => {
        if (peer.wanted) return;
        peer.wanted = true;
        if (peers.has(peer)) join();
      },
      rest: () => leave(true),
      close: () => leave(false),
    };
  };

  const prove = async ({ id, pubkey, act }: SignRequest, to: AnyActorRef): Promise<void> => {
    const peer = [...peers].find(({ client }) => client === pubkey);
    const event = act.do === 'sign' ? await peer?.prove?.(act.template) : undefined;
    const outcome = event ? ({ ok: true, event } as const) : UNSIGNED;
    tell({ type: 'peer.proved', to, settled: { type: 'sign.settled', id, outcome } });
  };
  const accepted = (eventId: string): void => {
    for (const { asks, ends, client } of peers) {
      ends.delete(eventId);
      if (asks.delete(eventId)) drop(client, eventId);
    }
  };
  /** A relay that has rejected the event may have passed it on. */
  const endedAt = ({ eventId, url, reason, outcome, wasSent }: RelayOutcome): void => {
    if (outcome === 'silent' && wasSent === undefined) return;
    for (const { asks, ends, urls, client, ended } of peers) {
      if (!asks.has(eventId) || !urls.includes(url)) continue;
      const all = (ends.get(eventId) ?? new Map<string, boolean>()).set(url, wasSent ?? true);
      ends.set(eventId, all);
      if (wasSent === undefined || !urls.every((one) => all.has(one))) continue;
      asks.delete(eventId);
      ends.delete(eventId);
      drop(client, eventId);
      const why = reason?.code === 'relay.expired' ? 'expired' : 'notPermitted';
      ended?.(eventId, why, [...all.values()].includes(true));
    }
  };
  const refuse = (url: Ours<string>, isAsked: boolean): void => {
    for (const { urls, refusals, refused } of peers) {
      if (!urls.includes(url)) continue;
      refusals.set(url, isAsked);
      if (refusals.size === urls.length) refused?.([...refusals.values()].includes(true));
    }
  };
  const rejoin = (): void => {
    for (const { join, client, asks } of peers) {
      join();
      for (const ask of asks.values()) carry(client, ask);
    }
  };
  const handle = (event: PeerAnswer): void => {
    if (event.type === 'relay.events')
      for (const { hear } of peers) for (const one of event.events) hear(one);
    else if (event.type === 'relay.outcome') {
      if (event.outcome === 'accepted') accepted(event.eventId);
      else endedAt(event);
    } else if (event.type === 'relay.ended') {
      const code = event.reason?.code;
      if (code === 'relay.proxied' || code === 'relay.tooMany')
        refuse(event.url, event.isAsked ?? false);
      else for (const { refusals } of peers) refusals.delete(event.url);
    } else if (event.type === 'sign.request') void prove(event.request, event.request.from);
    else if (event.type === 'peers.restarted') rejoin();
  };
  return {
    open,
    take: (event): event is PeerAnswer => {
      if (!isAnswer(event)) return false;
      handle(event);
      return true;
    },
  };
}

function isAnswer(event: EventObject): event is PeerAnswer {
  return /^(relay|sign|peers)\./.test(event.type);
}
