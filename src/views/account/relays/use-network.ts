import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { RelayInfo } from '../../../events/connection/relay-info.ts';
import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { relayKey } from '../../../events/core/url.ts';
import type { DialUses } from '../../../machines/connection/peer-connections.ts';
import type { peerConnectionsMachine } from '../../../machines/connection/peer-connections.machine.ts';
import type { PeerUse } from '../../../events/connection/peer-use.ts';
import type { RelayActor } from '../../../machines/connection/relay.machine.ts';
import { useFeature } from '../use-features.ts';

/**
 * One relay of the account as `useRelay` returns it. `undefined` if this client does not connect to
 * it.
 */
export type RelayHandle = RelayActor | undefined;

/**
 * Return a relay of the pool by its `relayKey`, and a function that reconnects it by its address.
 */
export function useRelay(key: string): {
  readonly relay: RelayHandle;
  readonly retry: (url: string) => void;
} {
  const pool = useFeature('relays');
  const relay = useSelector(pool, (snapshot): RelayHandle => snapshot?.children[`relay ${key}`]);
  return { relay, retry: (url) => pool?.send({ type: 'relays.retry', url }) };
}

/**
 * Return which of these relays work, by their `relayKey`: connected now, or at rest without a
 * fault. A relay that is still connecting is not known to work.
 */
export function useWorkingRelays(keys: readonly string[]): ReadonlySet<string> {
  const pool = useFeature('relays');
  const relays = useSelector(
    pool,
    (snapshot) => keys.map((key): RelayHandle => snapshot?.children[`relay ${key}`]),
    shallowEqual,
  );
  const subscribe = useCallback(
    (notify: () => void) => {
      const watches = relays.map((relay) => relay?.subscribe(notify));
      return () => {
        for (const watch of watches) watch?.unsubscribe();
      };
    },
    [relays],
  );
  const working = useSyncExternalStore(subscribe, () =>
    keys.filter((_, at) => isWorking(relays[at])).join(' '),
  );
  return useMemo(() => new Set(working.split(' ')), [working]);
}

function isWorking(relay: RelayHandle): boolean {
  const snapshot = relay?.getSnapshot();
  if (!snapshot) return false;
  const isAtRest = snapshot.hasTag('suspended') && snapshot.context.fault === undefined;
  return isAtRest || snapshot.hasTag('online');
}

/** A relay with connections for one purpose. */
export interface PeerRelay {
  readonly url: string;
  readonly use: PeerUse;
  readonly relay: RelayHandle;
}

/** Return the relays of peer connections: one entry for each connection. */
export function usePeerRelays(
  connections: ActorRefFrom<typeof peerConnectionsMachine> | undefined,
): readonly PeerRelay[] {
  const peers = useSelector(connections, (snapshot) => snapshot?.context.peers);
  const children = useSelector(connections, (snapshot) => snapshot?.children, shallowEqual);
  return [...(peers ?? [])].map(([key, { url, use }]) => ({
    url,
    use,
    relay: children?.[`peer ${key}`],
  }));
}

/** A connection that is not to one of the account's relays. `count`: equal ones, of devices. */
export interface OtherRelay {
  readonly id: string;
  readonly url: string;
  readonly use: PeerUse | 'guest';
  readonly count: number;
  readonly relay: RelayHandle;
}

/** Return all connections but those to the account's relays, and functions that change them. */
export function useOtherRelays() {
  const pool = useFeature('relays');
  const members = useSelector(pool, (snapshot) => snapshot?.context.members);
  const own = useSelector(pool, (snapshot) => snapshot?.context.own);
  const children = useSelector(pool, (snapshot) => snapshot?.children, shallowEqual);
  const peers = usePeerRelays(children?.peers);
  const found = new Map<string, OtherRelay>();
  for (const [key, url] of members ?? [])
    if (!own?.has(key))
      found.set(`guest ${key}`, {
        id: `guest ${key}`,
        url,
        use: 'guest',
        count: 1,
        relay: children?.[`relay ${key}`],
      });
  for (const peer of peers) {
    const id = `${peer.use} ${relayKey(peer.url)}`;
    const { count, relay } = found.get(id) ?? { ...peer, count: 0 };
    found.set(id, { ...peer, id, count: count + 1, relay });
  }
  return {
    relays: [...found.values()],
    retry: (url: string) => pool?.send({ type: 'relays.retry', url }),
    allow: (url: string, use: PeerUse) =>
      pool?.send({ type: 'relays.dial', url, allowed: true, use }),
  };
}

const NO_NOTICES: readonly string[] = [];

/** Return the NOTICE messages of a relay in this session, the latest last. */
export function useRelayNotices(relay: RelayHandle): readonly string[] {
  return useSelector(relay, (snapshot) => snapshot?.context.notices ?? NO_NOTICES);
}

/**
 * Return a relay's information document (NIP-11), which the first view requests. 'none': it has
 * none.
 */
export function useRelayInfo(url: string): RelayInfo | 'asking' | 'none' | undefined {
  const network = useFeature('network');
  useEffect(() => network?.send({ type: 'network.info', url }), [network, url]);
  return useSelector(network, (snapshot) => snapshot?.context.infos.get(url));
}

const NONE: readonly string[] = [];

/**
 * Return the relays that the caching service recommends, which the first view requests, and a
 * function that requests them again.
 */
export function useRecommendedRelays() {
  const network = useFeature('network');
  const urls = useSelector(network, (snapshot) => snapshot?.context.recommended ?? NONE);
  const isAsking = useSelector(network, (snapshot) => snapshot?.hasTag('asking') ?? false);
  const isFailed = useSelector(network, (snapshot) => snapshot?.hasTag('failed') ?? false);
  useEffect(() => network?.send({ type: 'network.recommend' }), [network]);
  return { urls, isAsking, isFailed, ask: () => network?.send({ type: 'network.recommend' }) };
}

/**
 * True if events are published through the caching service alone, which hides this IP address from
 * relays. Also return the setter.
 */
export function useIsProxied(): readonly [isProxied: boolean, setProxied: (on: boolean) => void] {
  const network = useFeature('network');
  const isProxied = useSelector(
    useFeature('relays'),
    (snapshot) => snapshot?.context.proxied ?? false,
  );
  return [isProxied, (on) => network?.send({ type: 'network.proxy', on })];
}

const NO_PERMITS: ReadonlyMap<string, boolean> = new Map();

const NO_USES: DialUses = new Map();

/**
 * Return the relays that the user was asked about while everything uses the caching service. Each
 * has its answer and the purposes of its connections. Also return a function that asks again.
 */
export function useRelayDials() {
  const pool = useFeature('relays');
  const dials = useSelector(pool, (snapshot) => snapshot?.context.dials ?? NO_PERMITS);
  const kept = useSelector(pool, (snapshot) => snapshot?.context.dialUses ?? NO_USES);
  const { relays } = useOtherRelays();
  const usesOf = (key: string): readonly PeerUse[] => {
    const now = relays.flatMap(({ url, use }) =>
      use !== 'guest' && relayKey(url) === key ? [use] : [],
    );
    return [...new Set([...(kept.get(key) ?? []), ...now])];
  };
  return {
    dials: [...dials].map(([url, allowed]) => ({ url, allowed, uses: usesOf(url) })),
    forget: (url: string) => pool?.send({ type: 'relays.dial', url, allowed: undefined }),
  };
}

/**
 * Return other people's relays that asked for authentication, with the user's answers, and a
 * function that lets them ask again.
 */
export function useRelayPermits() {
  const pool = useFeature('relays');
  const permits = useSelector(pool, (snapshot) => snapshot?.context.permits ?? NO_PERMITS);
  return {
    permits: [...permits],
    forget: (url: string) => pool?.send({ type: 'relays.permit', url, allowed: undefined }),
  };
}
