import type { NameKey, NameLookUp } from '../../machines/account/verified-names.machine.ts';
import type { Web } from '../connection/http.ts';
import { lookUpProvider } from '../money/lnurl-provider.ts';
import { lookUpAddress } from './verified-name.ts';

/** Ask the host of an address: whose a name is, or who signs zap receipts (ZAP-05). */
export function lookUp(web: Web, { address, asker }: NameLookUp, signal: AbortSignal): Promise<NameKey> {
  return asker === 'providers' ? lookUpProvider(web, address, signal) : lookUpAddress(web, address, signal);
}
