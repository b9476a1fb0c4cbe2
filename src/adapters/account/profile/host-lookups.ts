import type { LookUp } from '../../../machines/account/profile/host-lookups.ts';
import type { Web } from '../../connection/http.ts';
import { lookUpProvider } from './lnurl-provider.ts';
import { lookUpAddress } from './verified-name-lookup.ts';

/**
 * Ask the host of an address: which key a name belongs to, or which key signs zap receipts
 * (ZAP-05).
 */
export function lookUps(web: Web): LookUp {
  return ({ address, asker }, signal) =>
    asker === 'providers'
      ? lookUpProvider(web, address, signal)
      : lookUpAddress(web, address, signal);
}
