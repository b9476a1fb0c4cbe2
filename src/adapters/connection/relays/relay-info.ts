import type { PromiseActorLogic } from 'xstate';
import {
  type RelayInfo,
  readRelayInfo,
  relayInfoUrl,
} from '../../../events/connection/relay-info.ts';
import { getJson, type Web } from '../http.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * The `info` port of the network: a relay's description of itself (NIP-11). `undefined`: the relay
 * may not be requested, or has no such document.
 */
export function relayInfoPort(
  web: Web,
): PromiseActorLogic<RelayInfo | undefined, { readonly url: string }> {
  return promiseAdapter(async ({ input, signal }) => {
    const url = relayInfoUrl(input.url, web.home);
    return url === undefined
      ? undefined
      : readRelayInfo(await getJson(web, url, signal, 'application/nostr+json'));
  });
}
