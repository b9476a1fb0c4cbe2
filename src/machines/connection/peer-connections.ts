import type { AnyActorRef } from 'xstate';
import { relayKey } from '../../events/core/url.ts';
import { derived, type Ours } from '../../events/nostr/ours.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { RelayInput } from './relay.machine.ts';
import type { PeerUse } from '../../events/connection/peer-use.ts';
import type { PeerConnection } from './relay-protocol.ts';

/**
 * One relay of a peer connection. `from`: the caller that receives its answers and signs its
 * proofs.
 */
export interface PeerRelay {
  readonly url: Ours<string>;
  readonly use: PeerUse;
  readonly client: string;
  readonly from: SignerRef & AnyActorRef;
  readonly wanted: boolean;
}

/** The relays of all peer connections, by use, client and relay key. */
export type Peers = ReadonlyMap<string, PeerRelay>;

/** The user's decisions about connections beside the caching service, by relay key (RELAY-08). */
export type Dials = ReadonlyMap<string, boolean>;

/** Purposes of these connections, by relay key. Decisions of earlier versions have no entry. */
export type DialUses = ReadonlyMap<string, readonly PeerUse[]>;

/** The connections that are allowed. `proxied`: only those that the user has permitted. */
export type PeersMode = 'direct' | 'asleep' | 'proxied';

/**
 * A relay of a peer connection that is not connected. `crashed`: its caller joins again after a
 * pause.
 */
export interface AbsentRelay extends PeerRelay {
  readonly why: 'crashed' | 'tooMany';
}

/** Limits of the relays of all peer connections of one use: more than its callers may name. */
const MAX_RELAYS: { readonly [use in PeerUse]: number } = {
  wallet: 100,
  signer: 60,
  pairing: 60,
  device: 200,
};

type PeerChild = `peer ${string}`;

/** Id of the child that connects a relay of a peer connection. */
export const peerChild = (key: string): PeerChild => `peer ${key}`;

/** Children of the machine of all peer connections. */
export type PeerChildren = { [relay: PeerChild]: 'relay'; [watch: `watch ${string}`]: 'watch' };

/**
 * Return the peer connections after a caller joins one, all its keys, those to connect, and the
 * relays beyond the limit. A relay that another caller has left is connected again, because its
 * proofs are signed by the caller.
 */
export function joined(
  peers: Peers,
  from: PeerRelay['from'],
  { use, client, urls, wanted }: PeerConnection,
): {
  readonly peers: Peers;
  readonly keys: readonly string[];
  readonly fresh: readonly string[];
  readonly excess: ReadonlyMap<string, AbsentRelay>;
} {
  const next = new Map(peers);
  const keys: string[] = [];
  const fresh: string[] = [];
  const excess = new Map<string, AbsentRelay>();
  for (const url of urls) {
    const key = `${use} ${client} ${relayKey(url)}`;
    keys.push(key);
    const relay = { url: derived(url, (text) => text), use, client, from, wanted };
    if (next.get(key)?.from === from) {
      next.set(key, relay);
      continue;
    }
    const count = [...next.values()].filter((one) => one.use === use).length;
    if (!next.has(key) && count >= MAX_RELAYS[use]) {
      excess.set(key, { ...relay, why: 'tooMany' });
      continue;
    }
    next.set(key, relay);
    fresh.push(key);
  }
  return { peers: next, keys, fresh, excess };
}

/** Return the keys of the peer connections of a caller. `client`: of this one. */
export function peersOf(peers: Peers, from: AnyActorRef, client?: string): readonly string[] {
  return [...peers].flatMap(([key, one]) =>
    one.from === from && (client === undefined || one.client === client) ? [key] : [],
  );
}

/** Return the relays without those of a caller. `client`: of this peer connection alone. */
export function withoutPeers(
  relays: ReadonlyMap<string, AbsentRelay>,
  from: AnyActorRef,
  client?: string,
): ReadonlyMap<string, AbsentRelay> {
  const keys = peersOf(relays, from, client);
  return new Map([...relays].filter(([key]) => !keys.includes(key)));
}

/** Return the user's decision about this relay. `undefined`: none yet. */
export function dialOf(dials: Dials, { url }: PeerRelay): boolean | undefined {
  return dials.get(relayKey(url));
}

/**
 * True if requests fail at once while all traffic uses the caching service. A wallet's fail also
 * while the user is asked: its machine limits how long a payment may wait for the answer.
 */
export function isRefused(dials: Dials, one: PeerRelay): boolean {
  const dial = dialOf(dials, one);
  return dial === false || (dial === undefined && one.use === 'wallet');
}

/** True if a relay of a peer connection may be connected now. */
export function isDialled(mode: PeersMode, dials: Dials, one: PeerRelay): boolean {
  return mode === 'direct' || (mode === 'proxied' && dialOf(dials, one) === true);
}

/** Return the input of the actor that connects a relay of a peer connection. */
export function peerInput(
  { url, client, from }: PeerRelay,
  { proves }: PeerConnection,
  seed: number,
  suspended: boolean,
): RelayInput {
  return {
    url,
    account: client,
    signer: from,
    seed,
    rule: proves ? 'silent' : 'never',
    suspended,
  };
}
