import { isHome } from '../../core/url.ts';
import type { Network } from '../../nostr/bolt11-head.ts';

/**
 * Whether an invoice on that network may be paid here. Real money anywhere; play money only where the payee is the page's own service, whose
 * `home` this is: so that no play sats pass for real ones, and no invoice of somebody else's test network is taken for anything. `payee`: the
 * addresses of all that are known to stand behind it.
 */
export function isPayable(network: Network, payee: readonly string[], home: string): boolean {
  if (network === 'mainnet') return true;
  return network === 'regtest' && payee.some((address) => isOwnService(address, home));
}

/** Whether an address, of whatever scheme, is the page's own service. */
export function isOwnService(address: string, home: string): boolean {
  const url = URL.parse(address);
  return url !== null && isHome(url, home);
}
