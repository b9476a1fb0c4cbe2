import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { Message } from '../../events/account/user-message.ts';
import type { Filter } from '../../events/connection/filter.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { RelayUse } from './relay-pool-members.ts';

/** What a relay's socket may be told (NIP-01, NIP-42, NIP-45). `id` is the subscription id on the wire. */
export type RelayCommand =
  | { type: 'socket.subscribe'; id: string; filters: readonly Filter[] }
  | { type: 'socket.count'; id: string; filters: readonly Filter[] }
  | { type: 'socket.close'; id: string }
  | { type: 'socket.publish'; event: Ours<VerifiedEvent> }
  | { type: 'socket.authenticate'; event: VerifiedEvent };

/**
 * One thing a relay said. `events` verified and match the filters of their subscription (RELAY-05). `rejected`: so many may have been what was
 * asked for and could not be read, or did not verify.
 */
export type Heard =
  | { readonly type: 'events'; readonly id: string; readonly events: readonly VerifiedEvent[]; readonly rejected: number }
  | { readonly type: 'ended'; readonly id: string }
  | { readonly type: 'refused'; readonly id: string; readonly reason: string }
  | { readonly type: 'count'; readonly id: string; readonly count: number }
  | { readonly type: 'ok'; readonly eventId: string; readonly accepted: boolean; readonly reason: string }
  | { readonly type: 'notice'; readonly text: string }
  | { readonly type: 'challenge'; readonly challenge: string };

/** What the socket reports; all that arrived in one burst together, in order. */
export type RelaySignal =
  | { type: 'socket.opened' }
  | { type: 'socket.closed'; reason: 'errored' | 'closed' }
  | { type: 'socket.heard'; heard: readonly Heard[] };

/** One question to one relay. */
export type RelayAsk =
  /**
   * `live`: it goes on after its end, and on later connections, until it is forgotten. `wanted`: a person asked for it, who may be asked to sign a proof
   * of identity for it; else that is signed only where it troubles nobody.
   */
  | { readonly kind: 'subscribe'; readonly filters: readonly Filter[]; readonly live?: boolean; readonly wanted?: boolean }
  | { readonly kind: 'count'; readonly filters: readonly Filter[] }
  | { readonly kind: 'publish'; readonly event: Ours<VerifiedEvent>; readonly wanted?: boolean };

/**
 * What an asker hears, always with the relay's url as he named it. A subscription brings parts and then ends, `complete` only if the
 * relay said so itself. `reason`: what the relay said to it, or why it said nothing. An outcome may be followed by a better one: an OK
 * that comes late still counts (E-19).
 */
export type RelayAnswer =
  | { type: 'relay.events'; url: Ours<string>; events: readonly VerifiedEvent[]; rejected?: number }
  | { type: 'relay.ended'; url: Ours<string>; complete: boolean; reason?: Message | undefined }
  | { type: 'relay.counted'; url: Ours<string>; count: number | undefined; reason?: Message | undefined }
  | {
      type: 'relay.outcome';
      url: Ours<string>;
      eventId: string;
      outcome: 'accepted' | 'rejected' | 'silent';
      reason?: Message | undefined;
    };

/** Told to whoever wants to know of it: a relay can be reached now. */
export type RelayNews = { type: 'relay.opened'; url: string };

/** Asks several relays the same; each answers for itself. No address is dialled on the word of a service or a stranger (TRUST-07). */
export type RelaysAsk = {
  type: 'relays.ask';
  from: AnyActorRef;
  ask: RelayAsk;
  urls: ReadonlyArray<Ours<string>>;
  /** The account itself names these relays, in a list that it signed. */
  own?: boolean | undefined;
};

/**
 * How a relay that wants a proof of identity (NIP-42) is answered: `silent`: signed, as it is an own relay or a person permitted it; `ask`: a person is
 * asked, by the relay's name; `never`: a person refused (TRUST-08).
 */
export type ProofRule = 'silent' | 'ask' | 'never';

/** Sent to the pool: that relay wants to know who publishes. */
export type RelayWantsProof = { type: 'relays.proof'; url: string };

/** Ends what that asker is told live by these relays. */
export type RelaysForget = { type: 'relays.forget'; from: AnyActorRef; urls: readonly string[] };

/** Whoever passes questions on to the account's relays. */
export type PoolRef = ActorRef<Snapshot<unknown>, RelaysAsk>;

/** Something asked and not finished. Without an id it is not on the wire of this connection. `as`: what its asker calls the relay. */
export interface Pending {
  readonly from: AnyActorRef;
  readonly as: Ours<string>;
  readonly ask: RelayAsk;
  readonly id: string | undefined;
  /** Its time is over and its asker told; only a late OK is still waited for. */
  readonly late: boolean;
}

/** Whether it goes on after it was answered. */
export function isLive(ask: RelayAsk): boolean {
  return ask.kind === 'subscribe' && ask.live === true;
}

/** Whether somebody may be asked to sign a proof of identity for it. */
export function isWanted(ask: RelayAsk): boolean {
  return ask.kind !== 'count' && ask.wanted === true;
}

/** True if it is a reason to ask a person whether that relay may know who they are. Reading by itself is none. */
export function isForPerson(ask: RelayAsk): boolean {
  return ask.kind === 'publish' || isWanted(ask);
}

/** What its asker is told when nothing more is to be expected. */
export function unanswered(url: Ours<string>, ask: RelayAsk, reason: Message | undefined): RelayAnswer {
  if (ask.kind === 'subscribe') return { type: 'relay.ended', url, complete: false, reason };
  if (ask.kind === 'count') return { type: 'relay.counted', url, count: undefined, reason };
  return { type: 'relay.outcome', url, eventId: ask.event.id, outcome: 'silent', reason };
}

/** News: the relays of the account, as they are known from now on. Never none: who has named none to write to uses the page's own. */
export type RelayListChanged = { type: 'relayList.changed'; relays: readonly RelayUse[] };

/** News: on which relays the account wants what is private, drafts among it, to be kept; none: on those to which it writes. */
export type PrivateRelaysChanged = { type: 'privateRelays.changed'; urls: ReadonlyArray<Ours<string>> };

/** Told to the parent. */
export type NetworkNews =
  | { type: 'network.proxied'; on: boolean }
  /** The browser has a network again (RELAY-03). */
  | { type: 'network.online' };
