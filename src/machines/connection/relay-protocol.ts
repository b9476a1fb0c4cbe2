import type { ReplyTo } from '../core/feature.ts';
import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { UserMessage } from '../../events/account/user-message.ts';
import type { Filter } from '../../events/connection/filter.ts';
import type { PeerUse } from '../../events/connection/peer-use.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { OwnRelay } from '../../events/account/lists/relay-list.ts';
import type { SignEvent, SignSettled } from '../core/sign-request.ts';

/**
 * Commands to a relay's socket (NIP-01, NIP-42, NIP-45). `id` is the subscription id on the wire.
 */
export type RelayCommand =
  /** `lasts`: the number of its events has no limit. */
  | { type: 'socket.subscribe'; id: string; filters: readonly Filter[]; lasts?: boolean }
  | { type: 'socket.count'; id: string; filters: readonly Filter[] }
  | { type: 'socket.close'; id: string }
  | { type: 'socket.publish'; event: Ours<VerifiedEvent> }
  | { type: 'socket.authenticate'; event: VerifiedEvent };

/**
 * One message from a relay. `events` are verified and match their subscription's filters
 * (RELAY-05). `rejected` counts unreadable or unverified events.
 */
export type RelayFrame =
  | {
      readonly type: 'events';
      readonly id: string;
      readonly events: readonly VerifiedEvent[];
      readonly rejected: number;
    }
  | { readonly type: 'ended'; readonly id: string }
  | { readonly type: 'refused'; readonly id: string; readonly reason: string }
  | { readonly type: 'count'; readonly id: string; readonly count: number }
  | {
      readonly type: 'ok';
      readonly eventId: string;
      readonly accepted: boolean;
      readonly reason: string;
    }
  /** An event that was not sent, because it has expired (NIP-40). */
  | { readonly type: 'expired'; readonly eventId: string }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'challenge'; readonly challenge: string };

/** Signals from the socket. A burst is reported together, in order. */
export type RelaySignal =
  | { type: 'socket.opened' }
  | { type: 'socket.closed'; reason: 'errored' | 'closed' }
  | { type: 'socket.heard'; heard: readonly RelayFrame[] };

/** One request to one relay. */
export type RelayAsk =
  /**
   * `live`: the subscription continues after its end and on later connections until it is
   * forgotten. `wanted`: the user asked for it, so a prompt for a proof of identity is allowed.
   * Otherwise the proof is signed only without a prompt. `kept`: the request of a peer connection
   * goes on through sleep and on later connections, until it is dropped by that name. An event goes
   * on until it is accepted or refused.
   */
  | {
      readonly kind: 'subscribe';
      readonly filters: readonly Filter[];
      readonly live?: boolean;
      readonly wanted?: boolean;
      readonly kept?: string;
    }
  | { readonly kind: 'count'; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'publish';
      readonly event: Ours<VerifiedEvent>;
      readonly wanted?: boolean;
      readonly kept?: string;
    };

/**
 * Replies to a caller, always with the relay url as the caller named it. A subscription brings
 * parts and then ends. `complete` is true only if the relay ended it. `reason`: the relay's
 * message, or why there is none. A late OK may follow a failure (E-19).
 */
export type RelayAnswer =
  | { type: 'relay.events'; url: Ours<string>; events: readonly VerifiedEvent[]; rejected?: number }
  | {
      type: 'relay.ended';
      url: Ours<string>;
      complete: boolean;
      reason?: UserMessage | undefined;
      /** True if the user is still asked whether the relay may be connected. */
      isAsked?: boolean;
    }
  | {
      type: 'relay.counted';
      url: Ours<string>;
      count: number | undefined;
      reason?: UserMessage | undefined;
    }
  | {
      type: 'relay.outcome';
      url: Ours<string>;
      eventId: string;
      outcome: 'accepted' | 'rejected' | 'silent';
      reason?: UserMessage | undefined;
      /** Set if this device ended the request: true if the event was on a wire before. */
      wasSent?: boolean;
    };

/** Sent to the listener: the relay is connected. */
export type RelayNews = { type: 'relay.opened'; url: string };

/**
 * Sends the same request to several relays. Each replies for itself. No address is dialled because
 * a service or stranger named it (TRUST-07).
 */
export type RelaysAsk = {
  type: 'relays.ask';
  from: ReplyTo<RelayAnswer>;
  ask: RelayAsk;
  urls: ReadonlyArray<Ours<string>>;
  /** True if the account names these relays in a list that it signed. */
  own?: boolean | undefined;
};

/**
 * How to answer a relay that requires a proof of identity (NIP-42). `silent`: sign for own and
 * permitted relays. `ask`: ask the user, naming the relay. `never`: the user refused (TRUST-08).
 */
export type ProofRule = 'silent' | 'ask' | 'never';

/** Sent to the pool: the relay requires a proof of identity. */
export type RelayWantsProof = { type: 'relays.proof'; url: string };

/** Ends the live subscriptions of this caller at these relays. */
export type RelaysForget = { type: 'relays.forget'; from: AnyActorRef; urls: readonly string[] };

/** The actor that forwards requests to the account's relays. */
export type PoolRef = ActorRef<Snapshot<unknown>, RelaysAsk>;

/**
 * An unfinished request. Without an id it is not on the wire of this connection. `as`: the relay's
 * url as the caller named it.
 */
export interface Pending {
  readonly from: AnyActorRef;
  readonly as: Ours<string>;
  readonly ask: RelayAsk;
  readonly id: string | undefined;
  /** Number of times that it was sent. */
  readonly tries: number;
  /** True if it timed out and the caller was notified. Only a late OK still counts. */
  readonly late: boolean;
}

/** True if the request continues after its first answer and on later connections. */
export function isLive(ask: RelayAsk): boolean {
  return keptName(ask) !== undefined || (ask.kind === 'subscribe' && ask.live === true);
}

/** Return the name by which the request of a peer connection is dropped. */
export function keptName(ask: RelayAsk): string | undefined {
  return ask.kind === 'count' ? undefined : ask.kept;
}

/** True if the user may be prompted to sign a proof of identity for it. */
export function isWanted(ask: RelayAsk): boolean {
  return ask.kind !== 'count' && ask.wanted === true;
}

/**
 * True if it justifies asking the user for consent to identify them to the relay. Reading alone
 * does not.
 */
export function isForPerson(ask: RelayAsk): boolean {
  return ask.kind === 'publish' || isWanted(ask);
}

/** Return the final reply for a request without an answer. */
export function unanswered(
  url: Ours<string>,
  ask: RelayAsk,
  reason: UserMessage | undefined,
): RelayAnswer {
  if (ask.kind === 'subscribe') return { type: 'relay.ended', url, complete: false, reason };
  if (ask.kind === 'count') return { type: 'relay.counted', url, count: undefined, reason };
  return { type: 'relay.outcome', url, eventId: ask.event.id, outcome: 'silent', reason };
}

/**
 * Return the final reply for a request that this device does not send any more. `isAsked`: the user
 * is still asked whether the relay may be connected.
 */
export function denied(
  url: Ours<string>,
  ask: RelayAsk,
  reason: UserMessage,
  wasSent: boolean,
  isAsked = false,
): RelayAnswer {
  const answer = unanswered(url, ask, reason);
  if (answer.type === 'relay.ended' && isAsked) return { ...answer, isAsked };
  return answer.type === 'relay.outcome' ? { ...answer, wasSent } : answer;
}

/**
 * Notification: the account's current relays. Never empty, because without a write relay the page's
 * own is used.
 */
export type RelayListChanged = { type: 'relayList.changed'; relays: readonly OwnRelay[] };

/**
 * Notification: the account's relays for private content such as drafts. If empty, its write relays
 * are used.
 */
export type PrivateRelaysChanged = {
  type: 'privateRelays.changed';
  urls: ReadonlyArray<Ours<string>>;
};

/** Sent to the parent. */
export type NetworkNews =
  | { type: 'network.proxied'; on: boolean }
  | { type: 'network.offline'; on: boolean }
  /** The browser has a network again (RELAY-03). */
  | { type: 'network.online' };

/** Type of the notification that the browser lost its network, or has it again. */
export const OFFLINE = 'network.offline' satisfies NetworkNews['type'];

/**
 * Connections to relays for one purpose, under a key of ours that is not the account's. No other
 * request uses them, so that relays cannot connect this key with the account's.
 */
export interface PeerConnection {
  readonly use: PeerUse;
  /** Our public key on it. */
  readonly client: string;
  readonly urls: ReadonlyArray<Ours<string>>;
  /** True if the caller signs proofs of that key (NIP-42). Otherwise no relay gets one. */
  readonly proves: boolean;
  /**
   * True if the user may be asked to permit the connection (RELAY-08). Otherwise it stays
   * unconnected without a permission, until the caller joins again with true.
   */
  readonly wanted: boolean;
}

/** Requests of a caller for its peer connections. `client` names one of them. */
export type PeerEvent =
  | { type: 'peer.join'; from: AnyActorRef; peer: PeerConnection }
  /** Sends a request to each relay of the peer connection. */
  | { type: 'peer.ask'; from: AnyActorRef; client: string; ask: RelayAsk }
  | { type: 'peer.forget'; from: AnyActorRef; client: string; kept: string }
  /** `lingers`: the connections stay for a minute, for a caller that may join again. */
  | { type: 'peer.leave'; from: AnyActorRef; client: string; lingers: boolean }
  /** The answer to a `sign.request`, for the relay that sent it. */
  | { type: 'peer.proved'; to: AnyActorRef; settled: SignSettled };

export function isPeerEvent(event: { readonly type: string }): event is PeerEvent {
  return event.type.startsWith('peer.');
}

/** Sent to the caller of a peer connection. */
export type PeerAnswer = RelayAnswer | SignEvent | PeersRestarted;

/** Notification: the pool has started, without the peer connections that it had before. */
export type PeersRestarted = { type: 'peers.restarted' };

export const RESTARTED: PeersRestarted = { type: 'peers.restarted' };

declare module '../core/feature.ts' {
  interface FeatureNews {
    relay: RelayNews;
    relayList: RelayListChanged;
    privateRelays: PrivateRelaysChanged;
    network: NetworkNews;
    peer: PeerEvent;
    peers: PeersRestarted;
  }
}
