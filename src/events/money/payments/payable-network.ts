import { isHome } from '../../core/url.ts';
import type { Network } from '../../nostr/bolt11-head.ts';

/**
 * True if an invoice on that network may be paid here. Real money may be paid to every payee. Test
 * money may be paid only to the page's own service at `home`. Test sats thus never pass for real
 * ones, and invoices of other test networks are refused. `payee`: all known addresses of the payee.
 */
export function isPayable(network: Network, payee: readonly string[], home: string): boolean {
  if (network === 'mainnet') return true;
  return network === 'regtest' && payee.some((address) => isOwnService(address, home));
}

/** True if an address of any scheme is the page's own service. */
export function isOwnService(address: string, home: string): boolean {
  const url = URL.parse(address);
  return url !== null && isHome(url, home);
}
