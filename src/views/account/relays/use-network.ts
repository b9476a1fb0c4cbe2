import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { RelayInfo } from '../../../events/connection/relay-info.ts';
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
