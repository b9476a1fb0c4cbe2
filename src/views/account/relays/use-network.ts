import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { RelayInfo } from '../../../events/connection/relay-info.ts';
import type { RelayActor } from '../../../machines/connection/relay.machine.ts';
import { useFeature } from '../use-features.ts';

/** One relay of the account as `useRelay` gives it; undefined where this client does not connect to it. */
export type RelayHandle = RelayActor | undefined;

/** A relay of the pool by its `relayKey`, and how it is tried again by its address. */
export function useRelay(key: string): { readonly relay: RelayHandle; readonly retry: (url: string) => void } {
  const pool = useFeature('relays');
  const relay = useSelector(pool, (snapshot): RelayHandle => snapshot?.children[`relay ${key}`]);
  return { relay, retry: (url) => pool?.send({ type: 'relays.retry', url }) };
}

const NO_NOTICES: readonly string[] = [];

/** What a relay sent as NOTICE in this session; the latest last. */
export function useRelayNotices(relay: RelayHandle): readonly string[] {
  return useSelector(relay, (snapshot) => snapshot?.context.notices ?? NO_NOTICES);
}

/** What a relay says of itself (NIP-11), asked for with the first view of it; 'none': it says nothing. */
export function useRelayInfo(url: string): RelayInfo | 'asking' | 'none' | undefined {
  const network = useFeature('network');
  useEffect(() => network?.send({ type: 'network.info', url }), [network, url]);
  return useSelector(network, (snapshot) => snapshot?.context.infos.get(url));
}

const NONE: readonly string[] = [];

/** Addresses of the relays that the caching service recommends, asked for with the first view of them, and how they are asked for again. */
export function useRecommendedRelays() {
  const network = useFeature('network');
  const urls = useSelector(network, (snapshot) => snapshot?.context.recommended ?? NONE);
  const isAsking = useSelector(network, (snapshot) => snapshot?.hasTag('asking') ?? false);
  const isFailed = useSelector(network, (snapshot) => snapshot?.hasTag('failed') ?? false);
  useEffect(() => network?.send({ type: 'network.recommend' }), [network]);
  return { urls, isAsking, isFailed, ask: () => network?.send({ type: 'network.recommend' }) };
}

/** Whether events go out through the caching service alone, so that no relay learns this address, and the switch for it. */
export function useIsProxied(): readonly [isProxied: boolean, setProxied: (on: boolean) => void] {
  const network = useFeature('network');
  const isProxied = useSelector(useFeature('relays'), (snapshot) => snapshot?.context.proxied ?? false);
  return [isProxied, (on) => network?.send({ type: 'network.proxy', on })];
}

const NO_PERMITS: ReadonlyMap<string, boolean> = new Map();

/** Relays of others that asked who the account is, with the answer that a person gave, and a way to be asked again. */
export function useRelayPermits() {
  const pool = useFeature('relays');
  const permits = useSelector(pool, (snapshot) => snapshot?.context.permits ?? NO_PERMITS);
  return { permits: [...permits], forget: (url: string) => pool?.send({ type: 'relays.permit', url, allowed: undefined }) };
}
